/**
 * Test cases: judged changes, each with an object that the released CRD accepts (`*-cases.ts`). A test checks every
 * verdict on the real API server.
 */
export {
  buildCrd,
  type ChangeCase,
  type CrdInstallation,
  type Guarantee,
  type ThingsClient,
  getThingsPath,
} from './change-case.ts';
export { changeCases } from './change-cases.ts';

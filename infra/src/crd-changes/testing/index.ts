/**
 * For the tests: judged changes, each with an object that the released definition accepts (`of-*`). A test on the real
 * API server holds every verdict to what happens there.
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

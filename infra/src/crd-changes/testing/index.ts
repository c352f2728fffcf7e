/**
 * For the tests: judged changes, each with an object that the released definition accepts (`of-*`). A test on the real
 * API server holds every verdict to what happens there.
 */
export {
  definitionOf,
  type JudgedChange,
  type Place,
  type Promised,
  type ThingsClient,
  things,
} from './judged-change.ts';
export { judgedChanges } from './judged-changes.ts';

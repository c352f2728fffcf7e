/**
 * Helps authors to report progress.
 *
 * - `rollout`: the roll-out of a Deployment, as conditions
 * - `stages`: several steps, each ready before the next begins
 *
 * @module
 */
export { type Rollout, rolloutConditions, rolloutOf } from './rollout.ts';
export { inOrder, inReverse, stage, type Stage, type StageParts, type StageProgress } from './stages.ts';

/**
 * What helps an author to say how far something is.
 *
 * - `rollout`: what a Deployment says of its Pods, as conditions
 * - `stages`: several steps, each ready before the next begins
 *
 * @module
 */
export { type Rollout, rolloutConditions, rolloutOf } from './rollout.ts';
export { inOrder, inReverse, stage, type Stage, type StageParts, type StageProgress } from './stages.ts';

/**
 * A kind that grows up: `Cafe`, from v1 to v2, in the releases that this takes.
 *
 * - `cafe-v1`, `cafe-v2`: the two versions; v2 is the hub
 * - `from-v1`: how v1 becomes v2, and back; `open-for`: the text of v1 as minutes
 * - `cafe-controller-v1`, `cafe-controller`: what the operator does, before and since there is a v2
 * - `releases`: what each release declares; start here
 *
 * @module
 */
export { CafeV1 } from './cafe-v1.ts';
export { CafeV2 } from './cafe-v2.ts';
export { fromV1 } from './from-v1.ts';
export { bothVersions, release1, release2, release3, release4, storedAsV2 } from './releases.ts';

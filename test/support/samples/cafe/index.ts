/**
 * A kind that grows: `Cafe`, from v1 to v2, in several releases.
 *
 * - `cafe-v1`, `cafe-v2`: the two versions; v2 is the hub; `cafe-status`: their common status
 * - `from-v1`: converts v1 to v2 and back; `open-for`: the text of v1 as minutes
 * - `cafe-controller-v1`, `cafe-controller`: the controllers before and since v2
 * - `releases`: the declaration of each release; start here
 *
 * @module
 */
export { CafeV1 } from './cafe-v1.ts';
export { CafeV2 } from './cafe-v2.ts';
export { fromV1 } from './from-v1.ts';
export { bothVersions, release1, release2, release3, release4, storedAsV2 } from './releases.ts';

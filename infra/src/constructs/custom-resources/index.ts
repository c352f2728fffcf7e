/**
 * Custom resources, checked when they are synthesized. `checked-resource.ts` has the class, `structural-schema.ts` what a
 * definition says of its objects, `given-fields.ts` what somebody has given.
 */
export { checkedResource, type ImportedResource } from './checked-resource.ts';

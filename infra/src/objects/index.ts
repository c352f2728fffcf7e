/**
 * Kubernetes objects as plain JSON, whatever made them.
 *
 * - `object.ts`: an object, its identity and its title
 * - `read.ts`: access to fields that may be absent
 */
export { groupOf, identityOf, type PlainObject, titleOf } from './object.ts';
export { at, isRecord, listAt, memberOf, textAt, textsAt } from './read.ts';

/**
 * Kubernetes objects as plain JSON, whatever made them: for the pages about environments, and for what a commit changes.
 *
 * - `object.ts`: an object, its identity and its title; `read.ts`: access to fields that may be absent
 * - `units.ts`: the objects that are applied together
 * - `grouped.ts`: items by a key
 * - `changed-fields.ts`: in which fields two objects differ; `show.ts`: how this is shown
 */
export { changedFields, type FieldChange } from './changed-fields.ts';
export { grouped } from './grouped.ts';
export { groupOf, identityOf, type PlainObject, titleOf } from './object.ts';
export { at, isRecord, listAt, mapAt, memberOf, textAt, textsAt } from './read.ts';
export { changeText, listed } from './show.ts';
export { chartUnit, objectsIn, type Unit } from './units.ts';

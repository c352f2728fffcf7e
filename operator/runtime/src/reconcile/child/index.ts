/**
 * One child of the reconciled object.
 *
 * - `child-key`: its namespace and name
 * - `apply-child`: creates or updates it, and sends nothing if it is up to date, as `child` determines
 * - `current-owner`: creates it only for an owner that still exists unchanged, and that the garbage collector is done with
 * - `keep-child`: applies only the labels and annotations of a child whose spec is immutable
 * - `live-child`: reads it from the API server, and deletes it; `delete-children`: deletes all children in any namespace
 * - `repair`: overwrites ports whose merge keys were edited
 * - `unowned-object`: an unowned object of that name is not changed: `NAME_CONFLICT`
 *
 * @module
 */
export { applyChild } from './apply-child.ts';
export { resolveChildKey } from './child-key.ts';
export { deleteChildrenInAnyNamespace } from './delete-children.ts';
export { keepChild } from './keep-child.ts';
export { deleteChild, getLiveChild } from './live-child.ts';

/**
 * One child of the resource that is reconciled.
 *
 * - `apply-child`: creates or updates it, and sends nothing if it is up to date, as `child` determines
 * - `keep-child`: applies only the labels and annotations of a child whose spec is immutable
 * - `live-child`: reads it from the API server, and deletes it
 * - `repair`: overwrites ports whose merge keys somebody has edited
 * - `unowned-object`: an object of that name that is not ours is not changed: `NAME_CONFLICT`
 *
 * @module
 */
export { applyChild } from './apply-child.ts';
export { keepChild } from './keep-child.ts';
export { deleteChild, getLiveChild } from './live-child.ts';

/**
 * Fields of objects that belong to others.
 *
 * - `edit-object`: sets fields of one, and sends nothing if they are up to date
 * - `give-back`: gives them back when the owner is deleted or no longer applies the object
 *
 * @module
 */
export { editObject } from './edit-object.ts';
export { giveBackAll, giveBackUnapplied } from './give-back.ts';

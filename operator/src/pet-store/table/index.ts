/**
 * The storage of a store's pets.
 *
 * - `pet-table`: the interface of a table; its test runs on every table
 * - `memory-table`: in memory, until the process ends
 * - `sqlite-table`: in a file (`sqlite-file`)
 *
 * @module
 */
export { createMemoryTable } from './memory-table.ts';
export { type PetTable, UnknownPetError } from './pet-table.ts';

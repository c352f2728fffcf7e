/**
 * Where a store keeps its pets.
 *
 * - `pet-table`: what a table promises; `pet-table.contract` holds every table to it
 * - `memory-table`: until the process ends
 * - `sqlite-table`: in a file (`sqlite-file`)
 *
 * @module
 */
export { createMemoryTable } from './memory-table.ts';
export { type PetTable, UnknownPetError } from './pet-table.ts';

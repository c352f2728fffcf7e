/**
 * Differences of two schemas: what a value may be (`types`, `limits`, `formats`, `texts`, `nulls-and-defaults`, `validations`), how it is
 * merged (`merging`), and which fields there are (`fields`). `compare-schemas` walks through both.
 */
export { compareSchemas } from './compare-schemas.ts';

/**
 * Differences of two schemas: what a value may be (`types`, `limits`, `texts`, `nulls-and-defaults`, `rules`), how it is
 * merged (`merging`), and which fields there are (`fields`). `compare-schemas` walks through both.
 */
export { compareSchemas } from './compare-schemas.ts';

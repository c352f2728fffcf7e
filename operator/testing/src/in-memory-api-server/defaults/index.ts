/**
 * Defaults of built-in kinds. CRDs have theirs in their schemas.
 *
 * - `builtin-defaults`: fields with one default, recorded on the real server by `test/contract/defaults`
 * - `computed-defaults`: defaults that depend on other fields
 * - `fill-defaults`: fills them in
 *
 * @module
 */
export { fillBuiltinDefaults } from './fill-defaults.ts';

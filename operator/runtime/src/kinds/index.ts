/**
 * Kinds: the built-in kinds as the pinned API server describes them, each as a `Kind` value and a type of the same
 * name.
 *
 * Types are those of stored objects, readonly throughout. Fields that the API server requires are required, fields with
 * a default are optional; times are RFC 3339 strings. The component types of kinds (`PodSpec`, `Container`, ...) are in
 * `generated`, in the file of their API group; `meta` has those without a group.
 *
 * @module
 */
export * from './generated/index.ts';

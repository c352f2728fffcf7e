/**
 * Logging: where log lines go, and what of them is written.
 *
 * - `logger`: the logger of a process: JSON for machines, text for people at a terminal
 * - `without-secrets`: the fields of a line, with `[redacted]` in place of secrets
 * - `error-fields`: what is written of an error and of its causes
 * - `text-line`: a line as people read it
 *
 * @module
 */
export { isErrorOfUse } from './error-fields.ts';
export { createLogger, type LogFormat, type LogLevel } from './logger.ts';

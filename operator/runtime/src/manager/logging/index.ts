/**
 * Logging: where log lines go, and what they contain.
 *
 * - `logger`: the logger of a process: JSON for machines, text for people at a terminal
 * - `log-fields`: the fields of a line, bounded, and with `[redacted]` in place of secrets
 * - `error-fields`: what is logged of an error and of its causes
 * - `text-line`: a line as text
 *
 * @module
 */
export { isErrorOfUse } from './error-fields.ts';
export { createLogger, type LogFormat, type LogLevel } from './logger.ts';

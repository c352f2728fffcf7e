/**
 * Logging: log output and its content.
 *
 * - `logger`: the logger of a process: JSON for machines, text for terminals
 * - `log-fields`: the fields of a line, bounded, with `[redacted]` instead of secrets
 * - `error-fields`: the logged fields of an error and its causes
 * - `text-line`: a line as text (`text-parts`: its fields)
 *
 * @module
 */
export { isErrorOfUse } from './error-fields.ts';
export { createLogger, type LogFormat } from './logger.ts';

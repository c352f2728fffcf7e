import type { LogFields } from '../base/index.ts';
import { errorFields } from './error-fields.ts';

/** What never appears in a log line, however deep: a request's headers and body, credentials, a Secret's content. */
const secret: ReadonlySet<string> = new Set([
  'authorization',
  'body',
  'data',
  'headers',
  'password',
  'stringData',
  'token',
]);

/** Deeper than any field that a log line is meant to have. */
const deepest = 6;

/**
 * `fields` with `[redacted]` in place of what is secret by its name, and errors as `errorFields`. The given objects are
 * left as they are.
 */
export function withoutSecrets(fields: LogFields): LogFields {
  return redact(fields, deepest);
}

function redact(fields: LogFields, depth: number): LogFields {
  const clean: Record<string, unknown> = {};
  for (const name of Object.keys(fields))
    clean[name] = secret.has(name) ? '[redacted]' : clear(fields[name], depth - 1);
  return clean;
}

function clear(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '[too deep]';
  if (Array.isArray(value)) return value.map((item) => clear(item, depth - 1));
  if (value instanceof Error) return errorFields(value);
  return isPlain(value) ? redact(value as LogFields, depth) : value;
}

/** What is of a class says itself how it is written. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

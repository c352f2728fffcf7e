import { isSecretOption, type LogFields, redacted, classifySecrecy, hideSecrets } from '../../base/index.ts';
import { toErrorFields } from './error-fields.ts';

/**
 * Maximum depth of logged values: deeper than all log fields, and than Kubernetes objects that an annotation holds as
 * JSON.
 */
const deepest = 6;
const deepestJson = 24;
const longestJson = 65_536;

/** Maximum number of values in a line: more than any log line needs. */
const mostValues = 1000;

interface ClearContext {
  readonly depth: number;
  /** Counts down the values that may still be read for this line. */
  readonly budget: { values: number };
}

/**
 * Converts fields to their logged form. An author may log anything, even a Secret, request headers or the error of an
 * HTTP client: `[redacted]` replaces secrets by name (`classifySecrecy`) or form (`hideSecrets`), and errors become
 * `toErrorFields`. (pino's `redact` needs exact paths, which are unknown here.) Guarantees: the cost is limited: a note
 * replaces a value that is too deep, exceeds the limit or cannot be read.
 */
export function clearFields(fields: LogFields): LogFields {
  const clean = clear(fields, { depth: deepest, budget: { values: mostValues } });
  return typeof clean === 'object' && clean !== null ? (clean as LogFields) : { fields: clean };
}

function clear(value: unknown, at: ClearContext): unknown {
  try {
    if (typeof value === 'string') return clearText(value, at);
    if (typeof value === 'bigint') return String(value);
    return typeof value === 'object' && value !== null ? clearObject(value, at) : value;
  } catch {
    return '[cannot be read]';
  }
}

/** Redacts a text; JSON is redacted field by field, because an annotation may hold a whole Secret. */
function clearText(text: string, { budget }: ClearContext): unknown {
  const parsed = /^[{[]/.test(text) && text.length <= longestJson ? tryParse(text) : undefined;
  if (parsed === undefined) return hideSecrets(text);
  const clean = JSON.stringify(clear(parsed, { depth: deepestJson, budget }));
  return clean === JSON.stringify(parsed) ? text : clean;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function clearObject(value: object, at: ClearContext): unknown {
  if (value instanceof Error) return toErrorFields(value);
  if (at.depth === 0) return '[too deep]';
  if (ArrayBuffer.isView(value)) return `[${String(value.byteLength)} bytes]`;
  const below = { ...at, depth: at.depth - 1 };
  if (Array.isArray(value) || value instanceof Set) return clearItems(value as Iterable<unknown>, below);
  if (value instanceof Map) return clearEntries(value as Map<unknown, unknown>, below);
  // An instance may define its JSON form: a Date, a URL.
  if ('toJSON' in value && typeof value.toJSON === 'function') return clear((value.toJSON as () => unknown)(), below);
  return clearEntries(listOwnFields(value), below);
}

function clearItems(items: Iterable<unknown>, at: ClearContext): unknown[] {
  const clean: unknown[] = [];
  let last: unknown;
  for (const item of items) {
    if (isSpent(at)) return [...clean, '[too much]'];
    clean.push(isOptionValue(last, item) ? redacted : clear(item, at));
    last = item;
  }
  return clean;
}

/** Whether `item` follows an option with a secret value in a list of arguments: `--token`, `abc`. */
function isOptionValue(option: unknown, item: unknown): boolean {
  if (typeof option !== 'string' || typeof item !== 'string') return false;
  return isSecretOption(option) && !item.startsWith('--');
}

function clearEntries(entries: Iterable<readonly [unknown, unknown]>, at: ClearContext): Record<string, unknown> {
  const clean = new Map<string, unknown>();
  for (const [key, value] of entries) {
    if (isSpent(at)) {
      clean.set('…', '[too much]');
      break;
    }
    const name = String(key);
    clean.set(hideSecrets(name), clearField(name, value, at));
  }
  // An environment variable of a container, or a header of a probe: `{ name: 'DB_PASSWORD', value: … }`.
  const named = clean.get('name');
  const isSecret = typeof named === 'string' && classifySecrecy(named) !== 'none';
  if (isSecret && typeof clean.get('value') === 'string') clean.set('value', redacted);
  return Object.fromEntries(clean);
}

function clearField(name: string, value: unknown, at: ClearContext): unknown {
  const secrecy = classifySecrecy(name);
  if (secrecy === 'none' || isHarmless(name, value)) return clear(value, at);
  if (secrecy === 'whole' || typeof value !== 'object') return redacted;
  const clean = clear(value, at);
  if (!Array.isArray(clean)) return clean;
  return clean.map((item: unknown) => (typeof item === 'string' ? redacted : item));
}

/**
 * Whether a value with the name of a secret is harmless: a boolean (whether a secret is set), or a number with a plural
 * name, such as `maxTokens: 4096`.
 */
function isHarmless(name: string, value: unknown): boolean {
  if (typeof value === 'number') return name.endsWith('s');
  return typeof value === 'boolean' || value === null || value === undefined;
}

/** Yields the own fields of a value; reads each only when it is reached, and reports one that throws as unreadable. */
function* listOwnFields(value: object): Generator<readonly [string, unknown]> {
  for (const name of Object.keys(value)) yield [name, read(value, name)];
}

function read(value: object, name: string): unknown {
  try {
    return (value as Readonly<Record<string, unknown>>)[name];
  } catch {
    return '[cannot be read]';
  }
}

function isSpent({ budget }: ClearContext): boolean {
  budget.values -= 1;
  return budget.values < 0;
}

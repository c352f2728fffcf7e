import { isSecretOption, type LogFields, redacted, secrecyOf, withoutSecretText } from '../../base/index.ts';
import { errorFields } from './error-fields.ts';

/** Deeper than the fields of any log line. */
const deepest = 6;

/** As deep as the objects of Kubernetes. */
const deepestJson = 24;
const longestJson = 65_536;

/** More values than any log line. */
const mostValues = 1000;

/** How many values may still be read. */
interface Budget {
  values: number;
}

interface At {
  readonly depth: number;
  readonly budget: Budget;
}

/**
 * `fields` as they are written: with `[redacted]` in place of secrets, by name (`secrecyOf`) or by form
 * (`withoutSecretText`), errors as `errorFields`, and only plain values. The given objects are not changed.
 *
 * Guarantees: the cost is bounded: a value that is too deep, exceeds the limit or cannot be read is replaced by a note.
 */
export function withoutSecrets(fields: LogFields): LogFields {
  const plain = plainFields(fields);
  if (plain !== undefined) return plain;
  const clean = clear(fields, { depth: deepest, budget: { values: mostValues } });
  return typeof clean === 'object' && clean !== null ? (clean as LogFields) : { fields: clean };
}

/**
 * A copy of fields that are all numbers, switches and plain words, none of them secret, as those of most lines are;
 * `undefined` for others.
 */
function plainFields(fields: LogFields): LogFields | undefined {
  if (Object.getPrototypeOf(fields) !== Object.prototype || 'toJSON' in fields || 'value' in fields) return undefined;
  const names = Object.keys(fields);
  const plain: Record<string, unknown> = {};
  for (const name of names) {
    const value = read(fields, name);
    if (names.length > mostValues || !isPlainText(name) || secrecyOf(name) !== 'open' || !isPlainValue(value))
      return undefined;
    plain[name] = value;
  }
  return plain;
}

const plainText = /^\w[\w./@ -]{0,255}$/;

/** Has nothing of what the rules for secrets look for. */
function isPlainText(text: string): boolean {
  return plainText.test(text) && withoutSecretText(text) === text;
}

function isPlainValue(value: unknown): boolean {
  if (typeof value === 'string') return isPlainText(value);
  return typeof value === 'number' || typeof value === 'boolean';
}

function clear(value: unknown, at: At): unknown {
  try {
    if (typeof value === 'string') return clearText(value, at);
    if (typeof value === 'bigint') return String(value);
    return typeof value === 'object' && value !== null ? clearObject(value, at) : value;
  } catch {
    return '[cannot be read]';
  }
}

function clearObject(value: object, at: At): unknown {
  if (value instanceof Error) return errorFields(value);
  if (at.depth === 0) return '[too deep]';
  if (ArrayBuffer.isView(value)) return `[${String(value.byteLength)} bytes]`;
  const below = { ...at, depth: at.depth - 1 };
  if (Array.isArray(value) || value instanceof Set) return clearItems(value as Iterable<unknown>, below);
  if (value instanceof Map) return clearFields(value as Map<unknown, unknown>, below);
  // An instance of a class may define how it is written: a Date, a URL.
  if ('toJSON' in value && typeof value.toJSON === 'function') return clear((value.toJSON as () => unknown)(), below);
  return clearFields(ownFields(value), below);
}

function clearItems(items: Iterable<unknown>, at: At): unknown[] {
  const clean: unknown[] = [];
  let last: unknown;
  for (const item of items) {
    if (isSpent(at.budget)) return [...clean, '[too much]'];
    clean.push(isValueOf(last, item) ? redacted : clear(item, at));
    last = item;
  }
  return clean;
}

/** `--token abc` as two arguments of a command. */
function isValueOf(option: unknown, item: unknown): boolean {
  if (typeof option !== 'string' || typeof item !== 'string') return false;
  return isSecretOption(option) && !item.startsWith('--');
}

function clearFields(fields: Iterable<readonly [unknown, unknown]>, at: At): Record<string, unknown> {
  const clean: [string, unknown][] = [];
  for (const [key, value] of fields) {
    if (isSpent(at.budget)) {
      clean.push(['…', '[too much]']);
      break;
    }
    const name = String(key);
    clean.push([withoutSecretText(name), clearField(name, value, at)]);
  }
  return Object.fromEntries(hideNamed(clean));
}

function clearField(name: string, value: unknown, at: At): unknown {
  // Whether a secret is set is no secret.
  if (typeof value === 'boolean' || value === null || value === undefined) return value;
  const secrecy = secrecyOf(name);
  if (secrecy === 'whole') return isCount(name, value) ? value : redacted;
  if (secrecy === 'open') return clear(value, at);
  return typeof value === 'object' ? hideTexts(clear(value, at)) : redacted;
}

/** For example `maxTokens: 4096`. */
function isCount(name: string, value: unknown): boolean {
  return typeof value === 'number' && name.endsWith('s');
}

/** Redacts a list of texts, but not a list of references. */
function hideTexts(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown) => (typeof item === 'string' ? redacted : item));
}

/** `{ name: 'DB_PASSWORD', value: … }`: an environment variable of a container, or a header of a probe. */
function hideNamed(fields: readonly [string, unknown][]): readonly [string, unknown][] {
  const name = fields.find(([key]) => key === 'name')?.[1];
  if (typeof name !== 'string' || secrecyOf(name) === 'open') return fields;
  return fields.map(([key, value]) => (key === 'value' && typeof value === 'string' ? [key, redacted] : [key, value]));
}

/** Each field is read only when it is reached; one that throws is reported as unreadable. */
function* ownFields(value: object): Generator<readonly [string, unknown]> {
  for (const name of Object.keys(value)) yield [name, read(value, name)];
}

function read(value: object, name: string): unknown {
  try {
    return (value as Readonly<Record<string, unknown>>)[name];
  } catch {
    return '[cannot be read]';
  }
}

/** JSON in a text is redacted field by field: an annotation may hold a whole Secret. */
function clearText(text: string, { budget }: At): unknown {
  const parsed = /^[{[]/.test(text) && text.length <= longestJson ? tryParse(text) : undefined;
  if (parsed === undefined) return withoutSecretText(text);
  const clean = JSON.stringify(clear(parsed, { depth: deepestJson, budget }));
  return withoutSecretText(clean === JSON.stringify(parsed) ? text : clean);
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isSpent(budget: Budget): boolean {
  budget.values -= 1;
  return budget.values < 0;
}

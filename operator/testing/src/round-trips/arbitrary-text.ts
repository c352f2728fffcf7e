import fc from 'fast-check';
import { type JsonSchema, findValueProblem, type StringFormat } from '@kubewright/runtime/internal/api';
import { OperatorError } from '@kubewright/runtime/internal/base';

/**
 * Generates texts that a schema allows. Errors: `TEST_FAILED` if such texts are too hard to find, and the schema has no
 * example.
 */
export function arbitraryText(schema: JsonSchema): fc.Arbitrary<string> {
  const { pattern, format } = schema;
  if (pattern !== undefined) return filterFitting(schema, tryMatchPattern(pattern));
  const ofFormat = format !== undefined && isKnown(format) ? formats[format] : undefined;
  return ofFormat === undefined ? arbitraryLetters(schema) : filterFitting(schema, ofFormat());
}

/** Mostly letters, because users write them, and because they are readable in a counterexample. */
const letters = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) },
  { weight: 1, arbitrary: fc.constantFrom('\n', '\t', '\u0000', 'é', 'ß', '中', '😀', '\u202e') },
);

/** Generates texts of letters, with the length in code points. */
function arbitraryLetters({ minLength = 0, maxLength = Infinity }: JsonSchema): fc.Arbitrary<string> {
  return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 10), unit: letters });
}

function tryMatchPattern(pattern: string): fc.Arbitrary<string> | undefined {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' });
  } catch {
    // The pattern has parts that cannot be generated: the caller uses the examples of the schema.
    return undefined;
  }
}

/** Number of generated texts to try; at least one in ten must match. */
const tries = 200;

/** Keeps texts that the schema allows; uses the examples of the schema if matches are rare. */
function filterFitting(schema: JsonSchema, texts: fc.Arbitrary<string> | undefined): fc.Arbitrary<string> {
  const fits = (text: unknown): text is string => findValueProblem(schema, text) === undefined;
  const found = texts === undefined ? [] : fc.sample(texts, { numRuns: tries, seed: 1 }).filter(fits);
  if (texts !== undefined && found.length * 10 >= tries) return texts.filter(fits);
  const known = [...found, schema.example, schema.default].filter(fits);
  if (known.length > 0) return fc.constantFrom(...known);
  const hint = 'too few generated texts are valid: add an example to the field';
  throw new OperatorError('TEST_FAILED', `generate a text for ${JSON.stringify(schema)}`, { hint });
}

function isKnown(format: string): format is StringFormat {
  return Object.hasOwn(formats, format);
}

const samples =
  (...texts: readonly [string, ...string[]]) =>
  (): fc.Arbitrary<string> =>
    fc.constantFrom(...texts);

/** Generators of texts by format. For uncommon formats they generate only some variants. */
const formats: Readonly<Record<StringFormat, () => fc.Arbitrary<string>>> = {
  bsonobjectid: samples('507f1f77bcf86cd799439011'),
  byte: () => fc.base64String({ minLength: 4, maxLength: 24 }),
  cidr: samples('10.0.0.0/8', '192.168.1.0/24', 'fd00::/8'),
  creditcard: samples('4111111111111111'),
  date: () => arbitraryMoment().map((moment) => moment.slice(0, 10)),
  'date-time': () => arbitraryMoment(),
  duration: samples('0s', '5m', '1h30m', '24h'),
  email: () => fc.emailAddress(),
  hexcolor: samples('#fff', '#a1b2c3'),
  hostname: () => fc.domain(),
  ipv4: () => fc.ipV4(),
  ipv6: () => fc.ipV6(),
  isbn: samples('0306406152', '9780306406157'),
  isbn10: samples('0306406152'),
  isbn13: samples('9780306406157'),
  mac: samples('01:02:03:04:ab:cd'),
  password: () => fc.string({ unit: 'grapheme-ascii' }),
  rgbcolor: samples('rgb(1,2,3)'),
  ssn: samples('123-45-6789'),
  uri: () => fc.webUrl(),
  uuid: () => fc.uuid(),
  uuid3: () => fc.uuid({ version: 3 }),
  uuid4: () => fc.uuid({ version: 4 }),
  uuid5: () => fc.uuid({ version: 5 }),
};

/** Generates timestamps as Kubernetes formats them. */
function arbitraryMoment(): fc.Arbitrary<string> {
  const between = { min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true };
  return fc.date(between).map((date) => date.toISOString().replace(/\.\d{3}Z$/, 'Z'));
}

/** Generates numbers that a schema allows, except `-0`, which JSON does not preserve. */
export function arbitraryNumber(schema: JsonSchema): fc.Arbitrary<number> {
  const { type, multipleOf } = schema;
  if (type === 'integer' || multipleOf !== undefined) return arbitraryMultiple(schema, multipleOf ?? 1);
  const { minimum: min, maximum: max, exclusiveMinimum, exclusiveMaximum } = schema;
  const bounds = {
    ...(min !== undefined && { min, minExcluded: exclusiveMinimum === true }),
    ...(max !== undefined && { max, maxExcluded: exclusiveMaximum === true }),
  };
  const fraction = fc.double({ ...bounds, noNaN: true, noDefaultInfinity: true });
  return fraction.map(withoutSign);
}

function arbitraryMultiple(schema: JsonSchema, step: number): fc.Arbitrary<number> {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum, format } = schema;
  const most = format === 'int32' ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER;
  const lowest = format === 'int32' ? -(2 ** 31) : Number.MIN_SAFE_INTEGER;
  const least = Math.ceil(Math.max(minimum, lowest) / step);
  const greatest = Math.floor(Math.min(maximum, most) / step);
  const min = exclusiveMinimum === true && least * step === minimum ? least + 1 : least;
  const max = exclusiveMaximum === true && greatest * step === maximum ? greatest - 1 : greatest;
  const any = { weight: 9, arbitrary: fc.integer({ min, max }) };
  // Weighted low, because a failure at a bound that also occurs at a smaller number should shrink to the latter.
  const bound = { weight: 1, arbitrary: fc.constantFrom(min, max) };
  return fc.oneof({ withCrossShrink: true }, any, bound).map((factor) => withoutSign(factor * step));
}

function withoutSign(value: number): number {
  return value === 0 ? 0 : value;
}

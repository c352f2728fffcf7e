import fc from 'fast-check';
import { isUnrestricted, type JsonSchema } from '@kubewright/runtime/internal/api';
import { getMember } from '@kubewright/runtime/internal/base';

import { arbitraryNumber, arbitraryText } from './arbitrary-text.ts';

/**
 * Generates arbitrary stored values that the schema of a version allows, with their defaults. Ignores CEL rules.
 * Errors: `TEST_FAILED` for a text that is too hard to find, if its schema has no example.
 */
export function arbitraryValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  const any = schema.enum === undefined ? arbitraryByType(schema) : fc.constantFrom(...schema.enum);
  return schema.nullable === true ? fc.option(any, { nil: null }) : any;
}

function arbitraryByType(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (isUnrestricted(schema)) return anyJson;
  if (schema.type === undefined) return arbitraryIntOrText(schema);
  return byType[schema.type](schema);
}

const byType: Readonly<Record<NonNullable<JsonSchema['type']>, (schema: JsonSchema) => fc.Arbitrary<unknown>>> = {
  string: arbitraryText,
  integer: arbitraryNumber,
  number: arbitraryNumber,
  boolean: () => fc.boolean(),
  array: arbitraryList,
  object: arbitraryObject,
};

/** Any JSON value except `null`, which the API server drops in such a field. */
const anyJson = fc
  .jsonValue({ maxDepth: 2 })
  .filter((value) => value !== null)
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown);

/** Generates integers and texts; with a pattern, only quantities. */
function arbitraryIntOrText({ pattern }: JsonSchema): fc.Arbitrary<unknown> {
  const texts = pattern === undefined ? ['0', '50%', '8080', 'http'] : ['0', '1', '500m', '1.5Gi', '2e3', '.5', '-1'];
  return fc.oneof(fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.constantFrom(...texts));
}

/** Maximum number of optional items: enough to find errors that depend on their number. */
const moreItems = 3;

function arbitraryList(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { items = {}, minItems = 0, maxItems = Infinity } = schema;
  const length = { minLength: minItems, maxLength: Math.min(maxItems, minItems + moreItems) };
  const item = arbitraryValue(items);
  const type = schema['x-kubernetes-list-type'] ?? 'atomic';
  if (type === 'atomic') return fc.array(item, length);
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const identityOf = (value: unknown): string =>
    JSON.stringify(
      type === 'set' ? value : keys.map((key) => getMember(value as Readonly<Record<string, unknown>>, key)),
    );
  return fc.uniqueArray(item, { ...length, selector: identityOf });
}

/** Generates stored objects that a schema allows, with all defaults. */
function arbitraryObject(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { properties, additionalProperties, minProperties = 0, maxProperties = Infinity } = schema;
  if (properties === undefined && additionalProperties !== undefined) return arbitraryMap(schema);
  const values = Object.entries({ ...ofResource(schema), ...properties }).map(
    ([name, property]) => [name, arbitraryProperty(property)] as const,
  );
  const required = [...(schema.required ?? []), ...Object.keys(ofResource(schema))];
  const requiredKeys = [...required, ...defaultedIn(properties ?? {})];
  const record = fc.record<Record<string, unknown>, string>(Object.fromEntries(values), { requiredKeys });
  const object = schema['x-kubernetes-preserve-unknown-fields'] === true ? withMore(record, values.length) : record;
  return object.filter((value) => isWithin(Object.keys(value).length, minProperties, maxProperties));
}

function isWithin(count: number, least: number, most: number): boolean {
  return least <= count && count <= most;
}

function arbitraryMap(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { additionalProperties = {}, minProperties: minKeys = 0, maxProperties = Infinity } = schema;
  const keys = { minKeys, maxKeys: Math.min(maxProperties, minKeys + moreItems), noNullPrototype: true };
  return fc.dictionary(arbitraryKey, arbitraryValue(additionalProperties), keys);
}

/** Generates typical keys, such as `app.kubernetes.io/name`, and names that every JavaScript object inherits. */
const arbitraryKey = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-z]([a-z0-9./-]{0,8}[a-z0-9])?$/) },
  { weight: 1, arbitrary: fc.constantFrom('constructor', 'toString', '__proto__', 'a b', '') },
);

/** Generates values of a property, often the default, because users seldom set such a field. */
function arbitraryProperty(schema: JsonSchema): fc.Arbitrary<unknown> {
  const any = arbitraryValue(schema);
  const isScalar = schema.default !== undefined && typeof schema.default !== 'object';
  return isScalar ? fc.oneof(fc.constant(schema.default), any) : any;
}

function defaultedIn(properties: Readonly<Record<string, JsonSchema>>): readonly string[] {
  return Object.entries(properties).flatMap(([name, property]) => (property.default === undefined ? [] : [name]));
}

/** The fields that the API server requires in an embedded object. */
function ofResource(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  if (schema['x-kubernetes-embedded-resource'] !== true) return {};
  return { apiVersion: { type: 'string', enum: ['v1', 'apps/v1'] }, kind: { type: 'string', enum: ['Pod', 'Scale'] } };
}

/** Adds properties that the schema does not declare. */
function withMore(
  record: fc.Arbitrary<Record<string, unknown>>,
  declared: number,
): fc.Arbitrary<Record<string, unknown>> {
  const name = fc.constantFrom(`x-more-${String(declared)}`, 'x-other');
  return fc.tuple(record, fc.dictionary(name, fc.integer(), { noNullPrototype: true })).map(([one, more]) => ({
    ...more,
    ...one,
  }));
}

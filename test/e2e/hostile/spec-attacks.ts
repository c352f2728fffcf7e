import type { JsonSchema } from '../../../operator/runtime/src/api/index.ts';
import { type Attack, formatValue } from './attack.ts';
import { hostileNumbers } from './numbers.ts';
import { type Field, listFields, setAt } from './schema-fields.ts';
import { hostileTexts } from './texts.ts';
import type { Victim } from './victim.ts';

/** Attacks on each field of a kind's spec. They are built from the schema, so they include new fields. */
export function buildSpecAttacks({ api, spec, more = {} }: Victim): readonly Attack[] {
  return listSpecFields(api).flatMap((field) => [
    ...[...listHostileValues(field), ...(more[field.path[1] ?? ''] ?? [])].map((value) => attackOn(spec, field, value)),
    ...(field.schema.type === 'object' ? buildUnknownMembers(spec, field) : []),
  ]);
}

/** The spec of a kind, and every field in it. */
export function listSpecFields(api: Victim['api']): readonly Field[] {
  const schema = api.crd.spec.versions[0]?.schema.openAPIV3Schema.properties?.['spec'];
  if (schema === undefined) throw new Error(`the schema of ${api.kind} lacks spec`);
  return listFields({ path: ['spec'], schema, required: true });
}

/** Values that the API server should reject or the operator should withstand; `undefined` omits the field. */
export function listHostileValues({ schema, required }: Field): readonly unknown[] {
  return [
    null,
    ...(required ? [undefined] : []),
    ...listWrongTypes(schema),
    ...listValuesAtBounds(schema),
    ...listTypedValues(schema),
  ];
}

const samples = {
  string: ['text', '1', 'true', ''],
  integer: [1],
  number: [1.5],
  boolean: [true, false],
  array: [[], [[]], ['text']],
  object: [{}, { text: 'text' }],
} as const;

function listWrongTypes({ type, 'x-kubernetes-int-or-string': either }: JsonSchema): readonly unknown[] {
  const right = either === true ? ['integer', 'string'] : [type, ...(type === 'number' ? ['integer'] : [])];
  return Object.entries(samples).flatMap(([name, values]) => (right.includes(name) ? [] : values));
}

function listValuesAtBounds({
  minimum,
  maximum,
  minLength,
  maxLength,
  minItems,
  maxItems,
}: JsonSchema): readonly unknown[] {
  const around = [minimum, maximum].filter((bound) => bound !== undefined);
  const lengths = [minLength, maxLength].filter((bound) => bound !== undefined);
  const counts = [minItems, maxItems].filter((bound) => bound !== undefined);
  return [
    ...around.flatMap((bound) => [bound - 1, bound, bound + 1]),
    ...listNeighbours(lengths).flatMap((length) => ['a'.repeat(length), '🚀'.repeat(length)]),
    ...listNeighbours(counts).map((count) => Array.from({ length: count }, () => 'text')),
  ];
}

function listNeighbours(bounds: readonly number[]): readonly number[] {
  return bounds.flatMap((bound) => [bound - 1, bound, bound + 1]).filter((size) => size >= 0);
}

/** Texts of which the second just fits into an object in etcd; the third does not. */
const longTexts = [1e4, 1.4e6, 1.6e6].map((length) => 'x'.repeat(length));

function listTypedValues({ type, enum: choices = [] }: JsonSchema): readonly unknown[] {
  if (type === 'string') return [...hostileTexts, ...longTexts, ...choices, ...choices.flatMap(listNearChoices)];
  return type === 'integer' || type === 'number' ? hostileNumbers : [];
}

function listNearChoices(choice: unknown): readonly unknown[] {
  const text = String(choice);
  return [text.toUpperCase(), ` ${text}`, `${text}\n`, text.slice(1)];
}

function attackOn(spec: Victim['spec'], { path }: Field, value: unknown): Attack {
  const place = path.join('.');
  return { what: `${place} is ${formatValue(value)}`, names: [place], parts: setSpecField(spec, path, value) };
}

const unknownNames = ['unknown', 'spec', '__proto__', 'a.b', '', '🚀'];

/**
 * Builds attacks with unknown fields, which the API server rejects under strict field validation and drops otherwise.
 */
function buildUnknownMembers(spec: Victim['spec'], { path, schema }: Field): readonly Attack[] {
  const misspelt = Object.keys(schema.properties ?? {}).map((name) => name.toUpperCase());
  // If the spec does not contain this object, the API server may name its missing required fields instead.
  const required = (schema.required ?? []).map((name) => [...path, name].join('.'));
  return [...unknownNames, ...misspelt].flatMap((name) => {
    const place = [...path, name];
    const parts = setSpecField(spec, place, { text: 'text' });
    const names: Attack['names'] = [(/^\w+$/.test(name) ? place : path).join('.'), ...required];
    return (['Strict', 'Ignore'] as const).map((fieldValidation) => ({
      what: `${formatValue(place.join('.'))} is unknown (${fieldValidation})`,
      ...{ names, parts, fieldValidation },
    }));
  });
}

/** The part `{ spec: … }` of a valid object, with `value` at `path`. */
function setSpecField(
  spec: Victim['spec'],
  path: readonly string[],
  value: unknown,
): Readonly<Record<string, unknown>> {
  return setAt({ spec }, path, value) as Readonly<Record<string, unknown>>;
}

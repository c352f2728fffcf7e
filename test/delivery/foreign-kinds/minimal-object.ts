import type { CrdSchema } from '../../../operator/declaration/src/json-schema.ts';

/** Strings for common patterns: names, durations, addresses, references. */
const samples = [
  'a',
  'a1',
  'abc',
  '1',
  '1s',
  '1m',
  '10Mi',
  'v1',
  '0.25',
  'a.example',
  'https://a.example',
  'a/b:1',
  '/a',
  '2026-01-01T00:00:00Z',
];

/** Builds the smallest value that a schema accepts: the required fields without a default. Ignores CEL rules. */
export function buildMinimal(schema: CrdSchema): unknown {
  const { enum: choices, type } = schema;
  if (choices !== undefined) return choices[0];
  if (schema['x-kubernetes-int-or-string'] === true) return 1;
  switch (type) {
    case 'string':
      return buildString(schema);
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, 1);
    case 'boolean':
      return false;
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => buildMinimal(schema.items ?? {}));
    default:
      return buildObject(schema);
  }
}

function buildObject({
  properties = {},
  required = [],
  minProperties = 0,
}: CrdSchema): Readonly<Record<string, unknown>> {
  const wanted = required.filter((name) => properties[name]?.default === undefined);
  const names = [
    ...new Set([...wanted, ...Object.keys(properties).slice(0, Math.max(0, minProperties - wanted.length))]),
  ];
  return Object.fromEntries(names.map((name) => [name, buildMinimal(properties[name] ?? {})]));
}

function buildString({ pattern = '', minLength = 0, format }: CrdSchema): string {
  if (format === 'date-time') return '2026-01-01T00:00:00Z';
  if (format === 'byte') return 'YQ==';
  const found = samples.find((each) => each.length >= minLength && new RegExp(pattern).test(each));
  return found ?? 'a'.repeat(minLength);
}

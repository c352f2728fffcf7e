import { isRecord } from '@kubewright/declaration';
import { escapeCelName, isVisible, ofEveryObject } from '@kubewright/runtime/internal/api';
import type { CrdSchema, JsonSchema } from '@kubewright/runtime/internal/base';

import { celEnvironment } from './cel-environment.ts';

/** Converts a value to what a CEL rule reads: typed by its schema, and without undeclared fields. */
export function toCel(value: unknown, schema: CrdSchema): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => toCel(item, schema.items ?? {}));
  if (isRecord(value)) return toCelMap(value, schema);
  if (typeof value === 'number') return toCelNumber(value, schema);
  return typeof value === 'string' ? toCelText(value, schema) : value;
}

function toCelMap(value: Readonly<Record<string, unknown>>, schema: CrdSchema): unknown {
  const { additionalProperties } = schema;
  if (typeof additionalProperties === 'object') {
    return new Map(Object.entries(value).map(([key, member]) => [key, toCel(member, additionalProperties)]));
  }
  const declared = { ...(schema['x-kubernetes-embedded-resource'] === true && ofEveryObject), ...schema.properties };
  const members = Object.entries<CrdSchema>(declared).filter(
    ([name, type]) => Object.hasOwn(value, name) && isVisible(type as JsonSchema),
  );
  return new Map(members.map(([name, type]) => [escapeCelName(name), toCel(value[name], type)]));
}

function toCelNumber(value: number, schema: CrdSchema): bigint | number {
  const isWhole = schema.type === 'integer' || (schema.type !== 'number' && Number.isInteger(value));
  return isWhole ? BigInt(value) : value;
}

const durationOf = celEnvironment.clone().registerVariable('text', 'string').parse('duration(text)');

function toCelText(text: string, { format }: CrdSchema): unknown {
  switch (format) {
    case 'date':
    case 'date-time':
    case 'datetime':
      return new Date(text);
    case 'duration':
      return durationOf({ text }) as unknown;
    case 'byte':
      return new Uint8Array(Buffer.from(text, 'base64'));
    default:
      return text;
  }
}

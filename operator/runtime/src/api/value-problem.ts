import { type JsonSchema, getMember } from '../base/index.ts';
import { findScalarProblem } from './scalar-problem.ts';
import { findChildSchema, isUnrestricted } from './schema-at.ts';

/** Describes why `value` does not fit a schema; `undefined` if it fits. Does not evaluate CEL rules. */
export function findValueProblem(schema: JsonSchema, value: unknown): string | undefined {
  if (isUnrestricted(schema) || (value === null && schema.nullable === true)) return undefined;
  const wrong = findScalarProblem(schema, value);
  if (wrong !== undefined) return wrong;
  if (Array.isArray(value)) return findListProblem(schema, value);
  return typeof value === 'object' ? findObjectProblem(schema, { ...value }) : undefined;
}

function findListProblem(schema: JsonSchema, items: readonly unknown[]): string | undefined {
  const { minItems = 0, maxItems = Infinity } = schema;
  if (items.length < minItems) return `has fewer than ${String(minItems)} items`;
  if (items.length > maxItems) return `has more than ${String(maxItems)} items`;
  const reasons = items.map((item) => findValueProblem(schema.items ?? {}, item));
  const index = reasons.findIndex((reason) => reason !== undefined);
  if (index >= 0) return `has an item ${String(index)} that ${String(reasons[index])}`;
  const identities = items.map((item) => getListKey(schema, item));
  const twice = identities.find((identity, at) => identity !== undefined && identities.indexOf(identity) < at);
  return twice === undefined ? undefined : `has ${twice} twice`;
}

/** The text that identifies an item in a list of unique items; `undefined` if items may be equal. */
function getListKey(schema: JsonSchema, item: unknown): string | undefined {
  if (schema['x-kubernetes-list-type'] === 'set') return JSON.stringify(item);
  if (schema['x-kubernetes-list-type'] !== 'map' || typeof item !== 'object') return undefined;
  const values: Readonly<Record<string, unknown>> = { ...item };
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const keyed = keys.map((key) => [key, getMember(values, key) ?? getMember(schema.items?.properties, key)?.default]);
  return JSON.stringify(Object.fromEntries(keyed));
}

function findObjectProblem(schema: JsonSchema, values: Readonly<Record<string, unknown>>): string | undefined {
  return (
    findCountProblem(schema, Object.keys(values).length) ??
    findMissingProperty(schema, values) ??
    findPropertyProblem(schema, values)
  );
}

function findCountProblem(
  { minProperties = 0, maxProperties = Infinity }: JsonSchema,
  count: number,
): string | undefined {
  if (count < minProperties) return `has fewer than ${String(minProperties)} properties`;
  return count > maxProperties ? `has more than ${String(maxProperties)} properties` : undefined;
}

function findMissingProperty(schema: JsonSchema, values: Readonly<Record<string, unknown>>): string | undefined {
  const ofResources = schema['x-kubernetes-embedded-resource'] === true ? ['apiVersion', 'kind'] : [];
  const missing = [...ofResources, ...(schema.required ?? [])].find((name) => !Object.hasOwn(values, name));
  return missing === undefined ? undefined : `lacks ${missing}`;
}

function findPropertyProblem(schema: JsonSchema, values: Readonly<Record<string, unknown>>): string | undefined {
  const reasons = Object.entries(values).map(([name, value]) => {
    const child = findChildSchema(schema, name);
    if (child === undefined) return `has an unknown property ${name}`;
    const reason = findValueProblem(child, value);
    return reason === undefined ? undefined : `has a property ${name} that ${reason}`;
  });
  return reasons.find((reason) => reason !== undefined);
}

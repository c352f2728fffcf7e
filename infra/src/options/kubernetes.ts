import { parseQuantity } from '@kubewright/declaration';

import {
  boolean,
  list,
  map,
  object,
  oneOf,
  type Fields,
  integer,
  type Schema,
  string,
  withType,
  value,
} from './schema.ts';
/**
 * The fields of Kubernetes 1.36, by type: `!` is a required field, `[]` a list, `{}` a map, `|` an enum. A test
 * compares them with those of an API server.
 */
import fields from './kubernetes-fields.json';

/** The hint for an unknown field, because Kubernetes adds fields every four months. */
const newer = '; use patches for fields that are newer than Kubernetes 1.36';

export type KubernetesType = keyof typeof fields;

const types: Readonly<Record<string, Readonly<Record<string, string>>>> = fields;

const scalars: Readonly<Record<string, Schema>> = {
  boolean,
  integer: integer(-(2 ** 31)),
  int64: value('a whole number', { json: { type: 'integer' } }, Number.isSafeInteger),
  string,
  Quantity: value(
    'a quantity such as 1Gi',
    { json: { type: ['string', 'number'] } },
    (each) => parseQuantity(each) !== undefined,
  ),
};

/** A quantity above zero; `example` is valid. */
export function quantity(example: string): Schema {
  const schema = { type: ['string', 'number'] };
  const expected = `a quantity above zero, such as ${example}`;
  return withType(
    value(expected, { json: schema }, (value) => (parseQuantity(value) ?? 0) > 0),
    'Quantity',
    '@kubewright/declaration',
  );
}

/**
 * An object of this Kubernetes type, with its fields and no others. Set newer fields with `patches`.
 *
 * @param checked schemas that replace those of Kubernetes
 */
export function kubernetes(type: KubernetesType, checked: Fields = {}): Schema {
  const own = types[type] ?? {};
  const schemas = Object.entries(own).map(([field, each]) => {
    const schema = checked[field] ?? buildTypeSchema(each);
    return [field, each.endsWith('!') ? schema : schema.optional()] as const;
  });
  return withType(object(Object.fromEntries(schemas), newer), type, getTypeModule(type));
}

/** A merge patch of an object of this type: all fields are optional, and `null` removes a field. */
export function kubernetesPatch(type: KubernetesType): Schema {
  const schemas = Object.entries(types[type] ?? {}).map(([field, each]) => [field, buildPatchSchema(each).nullish()]);
  return withType(object(Object.fromEntries(schemas) as Fields, newer), `Patch<${type}>`, getTypeModule(type));
}

function buildTypeSchema(type: string): Schema {
  const name = type.replace('!', '');
  if (name.startsWith('[')) return list(buildTypeSchema(name.slice(1, -1)));
  if (name.startsWith('{')) return map(buildTypeSchema(name.slice(1, -1)));
  if (name.includes('|')) return oneOf(...name.split('|'));
  return isType(name) ? kubernetes(name) : (scalars[name] ?? string);
}

/** A merge patch replaces a list as a whole, so its items are not patches. */
function buildPatchSchema(type: string): Schema {
  const name = type.replace('!', '');
  return isType(name) ? kubernetesPatch(name) : buildTypeSchema(name);
}

function isType(name: string): name is KubernetesType {
  return Object.hasOwn(types, name);
}

function getTypeModule(type: KubernetesType): string {
  return `kubernetes-types/${type.startsWith('NetworkPolicy') ? 'networking' : 'core'}/v1`;
}

import { memberOf } from '../../objects/index.ts';
import type { Difference } from '../change.ts';
import type { Schema } from '../crd.ts';
import { anything, type Comparison, keepsUnknown, type Node, valuesOf } from './node.ts';

/** What the comparison of the fields of a place gives: differences, and the places below that are to be compared. */
export interface Fields {
  readonly differences: readonly Difference[];
  readonly below: readonly Node[];
}

/** The fields of an object, the values of a map, the items of a list. */
export function compareFields(node: Node): Fields {
  const [before, after] = [withMetadata(node.before, node.path), withMetadata(node.after, node.path)];
  const names = new Set([...Object.keys(before.properties ?? {}), ...Object.keys(after.properties ?? {})]);
  const children: readonly Child[] = [
    ...[...names].map((name) => ({
      ...{ path: pathOf(node.path, name), before: fieldIn(before, name), after: fieldIn(after, name) },
      refusedNull: before.required?.includes(name) === true,
    })),
    { path: `${node.path}{}`, before: valueIn(before, after), after: valueIn(after, before), refusedNull: false },
    { path: `${node.path}[]`, before: before.items, after: after.items, refusedNull: true },
  ];
  return { differences: children.flatMap(changeOf), below: children.flatMap(comparable) };
}

interface Child extends Required<Pick<Node, 'path' | 'refusedNull'>> {
  readonly before: Schema | undefined;
  readonly after: Schema | undefined;
}

function comparable({ before, after, ...place }: Child): Node[] {
  return before === undefined || after === undefined ? [] : [{ ...place, before, after }];
}

function changeOf({ path, before, after }: Child): Difference[] {
  if (before === undefined && after === undefined) return [];
  if (before === undefined) return [{ rule: 'field-added', path, what: 'a new field' }];
  return after === undefined ? [{ rule: 'field-removed', path, what: 'the field is gone' }] : [];
}

/** How a schema treats a field: as it declares it, as any value of the map, as anything, or not at all. */
function fieldIn(schema: Schema, name: string): Schema | undefined {
  return memberOf(schema.properties, name) ?? valuesOf(schema) ?? (keepsUnknown(schema) ? anything : undefined);
}

/** How a schema treats a value under any name, if it or the other one is that of a map. */
function valueIn(schema: Schema, other: Schema): Schema | undefined {
  const isMap = valuesOf(other) !== undefined;
  return valuesOf(schema) ?? (isMap && keepsUnknown(schema) ? anything : undefined);
}

function pathOf(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** The fields that every object has, whether its schema names them or not. */
function withMetadata(schema: Schema, path: string): Schema {
  if (path !== '' && schema['x-kubernetes-embedded-resource'] !== true) return schema;
  const text: Schema = { type: 'string' };
  const { metadata, ...properties } = schema.properties ?? {};
  const named = {
    type: 'object',
    ...metadata,
    properties: { name: text, generateName: text, ...metadata?.properties },
  };
  return { ...schema, properties: { apiVersion: text, kind: text, ...properties, metadata: named } };
}

/** Fields that the schema does not name. */
export const compareUnknown: Comparison = ({ before, after, path }) => {
  const [old, now] = [keepsUnknown(before), keepsUnknown(after)];
  if (old === now || (old && valuesOf(after) !== undefined)) return [];
  const what = `x-kubernetes-preserve-unknown-fields: ${old} -> ${now}`;
  return [{ rule: now ? 'unknown-fields-kept' : 'unknown-fields-pruned', path, what }];
};

export const compareRequired: Comparison = ({ before, after, path }) => {
  const [old, now] = [before.required ?? [], after.required ?? []];
  const added = now.filter((name) => !old.includes(name) && !(path === '' && everyObject.includes(name)));
  const gone = old.filter((name) => !now.includes(name));
  return [
    ...added.map((name): Difference => ({
      rule: memberOf(after.properties, name)?.default === undefined ? 'required-added' : 'required-with-default',
      path: pathOf(path, name),
      what: 'required',
    })),
    ...gone.map((name): Difference => ({ rule: 'required-removed', path: pathOf(path, name), what: 'optional' })),
  ];
};

const everyObject: readonly string[] = ['apiVersion', 'kind', 'metadata'];

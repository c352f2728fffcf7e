import { type CrdSchema, getMember } from '@kubewright/declaration';

import { compareTypes, compareValues, type SchemaPair } from './compare-values.ts';
import type { Difference } from './rules.ts';

export function compareSchemas(before: CrdSchema, after: CrdSchema): Difference[] {
  return judgeReaders(compareNodes({ before, after, path: '' }), { before, after });
}

function compareNodes(node: SchemaPair): Difference[] {
  const types = compareTypes(node);
  // After a change of type, the rest of the two schemas is not comparable.
  if (types.some(({ rule }) => rule === 'type-changed')) return types;
  const children = listChildren(node);
  const both = children.filter((child): child is SchemaPair => child.before !== undefined && child.after !== undefined);
  const here = [...compareUnknown(node), ...compareRequired(node), ...compareValues(node)];
  return [...types, ...here, ...children.flatMap(comparePresence), ...both.flatMap(compareNodes)];
}

interface Child extends Omit<SchemaPair, 'before' | 'after'> {
  readonly before: CrdSchema | undefined;
  readonly after: CrdSchema | undefined;
}

function listChildren(node: SchemaPair): Child[] {
  const [before, after] = [withMetadata(node.before, node.path), withMetadata(node.after, node.path)];
  const names = new Set([...Object.keys(before.properties ?? {}), ...Object.keys(after.properties ?? {})]);
  return [
    ...[...names].map((name) => ({
      ...{ path: joinPath(node.path, name), before: resolveField(before, name), after: resolveField(after, name) },
      rejectedNull: before.required?.includes(name) === true,
    })),
    { path: `${node.path}{}`, before: resolveValue(before, after), after: resolveValue(after, before) },
    { path: `${node.path}[]`, before: before.items, after: after.items, rejectedNull: true },
  ];
}

function comparePresence({ path, before, after }: Child): Difference[] {
  if ((before === undefined) === (after === undefined)) return [];
  if (before === undefined) return [{ rule: 'field-added', path, what: 'a new field' }];
  return [{ rule: 'field-removed', path, what: 'the field is gone' }];
}

/**
 * Returns the schema of a field: its own, that of a map's values, or any value for unknown fields; `undefined` without
 * one.
 */
function resolveField(schema: CrdSchema, name: string): CrdSchema | undefined {
  return (
    getMember(schema.properties, name) ?? getMapValues(schema) ?? (hasUnknownFields(schema) ? anything : undefined)
  );
}

/**
 * Returns the schema of a map's values; any value if only the other schema is a map and this one keeps unknown fields.
 */
function resolveValue(schema: CrdSchema, other: CrdSchema): CrdSchema | undefined {
  return getMapValues(schema) ?? (getMapValues(other) !== undefined && hasUnknownFields(schema) ? anything : undefined);
}

/** Whether the API server retains fields that the schema does not name. */
function hasUnknownFields(schema: CrdSchema): boolean {
  return schema['x-kubernetes-preserve-unknown-fields'] === true;
}

/** Adds the fields that every object has, whether the schema names them or not. */
function withMetadata(schema: CrdSchema, path: string): CrdSchema {
  if (path !== '' && schema['x-kubernetes-embedded-resource'] !== true) return schema;
  const text: CrdSchema = { type: 'string' };
  const { metadata, ...properties } = schema.properties ?? {};
  const named = { ...metadata, properties: { name: text, generateName: text, ...metadata?.properties } };
  return {
    ...schema,
    properties: { apiVersion: text, kind: text, ...properties, metadata: { type: 'object', ...named } },
  };
}

/** Compares how fields that the schema does not name are treated. */
function compareUnknown({ before, after, path }: SchemaPair): Difference[] {
  const [old, now] = [hasUnknownFields(before), hasUnknownFields(after)];
  if (old === now || (old && getMapValues(after) !== undefined)) return [];
  const what = `x-kubernetes-preserve-unknown-fields: ${old} -> ${now}`;
  return [{ rule: now ? 'unknown-fields-kept' : 'unknown-fields-pruned', path, what }];
}

function compareRequired({ before, after, path }: SchemaPair): Difference[] {
  const always = path === '' ? ['apiVersion', 'kind', 'metadata'] : [];
  const [old, now] = [before.required ?? [], after.required ?? []];
  const hasDefault = (name: string): boolean => getMember(after.properties, name)?.default !== undefined;
  const rule = (name: string) => (hasDefault(name) ? 'required-with-default' : 'required-added');
  const added = now.filter((name) => ![...old, ...always].includes(name));
  const gone = old.filter((name) => !now.includes(name));
  return [
    ...added.map((name) => ({ rule: rule(name), path: joinPath(path, name), what: 'required' }) as const),
    ...gone.map((name) => ({ rule: 'required-removed', path: joinPath(path, name), what: 'optional' }) as const),
  ];
}

/** A schema that accepts any value. */
const anything: CrdSchema = { 'x-kubernetes-preserve-unknown-fields': true };

/** Schema of a map's values; `undefined` if the schema is not a map. */
function getMapValues({ additionalProperties: values }: CrdSchema): CrdSchema | undefined {
  return typeof values === 'boolean' ? (values ? anything : undefined) : values;
}

function joinPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** A CEL rule or a list key, which reads fields other than its own. */
interface Reader {
  readonly path: string;
  readonly text: string;
  readonly reads: (difference: Difference) => boolean;
}

/** Changes the rule of a difference whose field is read by a CEL rule or a list key that both schemas have. */
function judgeReaders(
  differences: readonly Difference[],
  { before, after }: { readonly before: CrdSchema; readonly after: CrdSchema },
): Difference[] {
  const identity = ({ path, text }: Reader): string => `${path} ${text}`;
  const old = new Set(listReaders(before).map(identity));
  const unchanged = listReaders(after).filter((reader) => old.has(identity(reader)));
  return differences.map((difference) => {
    const reader = unchanged.find(({ reads }) => reads(difference));
    if (reader === undefined) return difference;
    return { ...difference, rule: 'read-elsewhere', what: `${difference.what}, which ${reader.text} reads` };
  });
}

function listReaders(schema: CrdSchema, path = ''): Reader[] {
  const { properties = {}, items } = schema;
  const values = getMapValues(schema);
  return [
    ...(schema['x-kubernetes-validations'] ?? []).map(({ rule }) => createRuleReader(rule, path)),
    ...(schema['x-kubernetes-list-map-keys'] ?? []).map((key) => createKeyReader(key, path)),
    ...Object.entries(properties).flatMap(([name, each]) => listReaders(each, joinPath(path, name))),
    ...(values === undefined ? [] : listReaders(values, `${path}{}`)),
    ...(items === undefined ? [] : listReaders(items, `${path}[]`)),
  ];
}

/** A key must always exist, but its type may change. */
function createKeyReader(key: string, path: string): Reader {
  const isLoss = ({ rule }: Difference): boolean => rule === 'required-removed' || rule === 'null-accepted';
  const reads = (difference: Difference): boolean => isLoss(difference) && difference.path === `${path}[].${key}`;
  return { path, text: `the key ${key} of a list`, reads };
}

function createRuleReader(rule: string, path: string): Reader {
  const isRead = (at: string): boolean => isWithin(at, path) && mayRead(rule, at.slice(path.length));
  const reads = (difference: Difference): boolean =>
    (changesCount(difference) && isWithin(path, difference.path)) ||
    (changesCel(difference) && isRead(difference.path));
  return { path, text: `the rule ${rule}`, reads };
}

/** Whether the change affects how often rules below run: the API server limits the estimated total cost. */
function changesCount({ rule, what }: Difference): boolean {
  return rule === 'limit-widened' && /^max(Items|Properties):/.test(what);
}

/**
 * Whether the change affects a value's CEL type, or its size, from which the API server estimates the cost of a rule.
 */
function changesCel({ rule, what }: Difference): boolean {
  if (rule === 'type-widened' || rule === 'enum-widened') return true;
  if (rule === 'limit-widened') return /^max(Items|Length|Properties):/.test(what);
  return rule === 'format-widened' && /^format:.*"(byte|date|date-?time|duration)"/.test(what);
}

function isWithin(inner: string, outer: string): boolean {
  return outer === '' || (inner.startsWith(outer) && /^([.[{]|$)/.test(inner.slice(outer.length)));
}

/**
 * Whether a rule may read the value at a path below it: the rule names each field of the path, or reads a parent as a
 * whole, such as `self == oldSelf`. `has()` does not read a parent as a whole.
 */
function mayRead(rule: string, below: string): boolean {
  const fields = below.split(/[.[\]{}]+/).filter((name) => name !== '');
  const isIn = (text: string, name: string, next = ''): boolean =>
    new RegExp(`\\b${name.replace(/[^\w]/g, '\\$&')}\\b${next}`).test(text);
  if (fields.every((field) => isIn(rule, field))) return true;
  const text = rule.replace(/\bhas\((?:[^()]|\([^()]*\))*\)/g, '');
  const variables = [...text.matchAll(/\.\w+\(\s*(\w+)\s*,/g)].map(([, name = '']) => name);
  return ['self', 'oldSelf', ...variables, ...fields.slice(0, -1)].some((name) => isIn(text, name, '(?!\\s*[.,?[(])'));
}

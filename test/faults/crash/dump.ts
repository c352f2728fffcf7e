import type { Kind, KubeObject } from '../../../operator/runtime/src/base/index.ts';
import type { Client } from '../../../operator/runtime/src/client/index.ts';
import { hashAnnotation } from '../../../operator/runtime/src/reconcile/index.ts';

/** An object with placeholders for random values. */
export interface NormalizedObject {
  readonly kind: string;
  readonly status?: Readonly<Record<string, unknown>>;
}

/** The objects of some kinds in a namespace. */
export async function listObjects(
  client: Client,
  namespace: string,
  kinds: readonly Kind[],
): Promise<readonly KubeObject[]> {
  const lists = await Promise.all(kinds.map((kind) => client.resource(kind).list({ namespace })));
  return lists.flatMap(({ items }) => items);
}

/**
 * Replaces random values (uids, versions, times, addresses, generated names) by placeholders, and sorts the objects.
 * References stay recognizable: the placeholder for an owner's uid contains the owner's name.
 */
export function normalizeObjects(namespace: string, objects: readonly KubeObject[]): readonly NormalizedObject[] {
  const names = new Map([...objects.flatMap(listRandomNames), [namespace, '<namespace>']]);
  const texts = objects.map((object) => replaceNames(names, JSON.stringify(object, replaceRandom)));
  return texts.sort(compare).map((text) => JSON.parse(text) as NormalizedObject);
}

/** Lists the random values of an object, with their placeholders. */
function listRandomNames({ kind, metadata }: KubeObject): [string, string][] {
  const { name, generateName, uid } = metadata;
  const known = generateName === undefined ? name : `${generateName}*`;
  return [
    [uid, `<uid of ${kind} ${known}>`],
    ...(generateName === undefined ? [] : [[name, known] as [string, string]]),
  ];
}

const byChance: ReadonlySet<string> = new Set([
  ...['clusterIP', 'clusterIPs', 'nodePort', 'podIP', 'podIPs', 'hostIP', 'hostIPs', 'containerID'],
  ...[hashAnnotation, 'time'],
  // The id of a pet, which the store chooses.
  'id',
]);
const dropped: ReadonlySet<string> = new Set(['resourceVersion', 'creationTimestamp']);

/** Keeps only the operator's entries of `managedFields`, which show what it has written. */
function replaceRandom(this: unknown, key: string, value: unknown): unknown {
  if (dropped.has(key)) return undefined;
  if (byChance.has(key)) return `<${key}>`;
  if (key === 'managedFields') return (value as readonly { manager?: string }[]).filter(isOurs).sort(byManager);
  if (key === 'conditions') return [...(value as readonly { type: string }[])].sort((a, b) => compare(a.type, b.type));
  return value;
}

const isOurs = ({ manager = '' }: { manager?: string }): boolean => manager.startsWith('kubewright/');
const byManager = (a: object, b: object): number => compare(JSON.stringify(a), JSON.stringify(b));

const times = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
const uids = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
/** Matches the name of the volume with a Pod's token. */
const volumes = /\bkube-api-access-[a-z0-9]{5}\b/g;

/** Replaces values anywhere in the text, because uids are also in the keys of `managedFields`. */
function replaceNames(names: ReadonlyMap<string, string>, text: string): string {
  const known = [...names].reduce((before, [chance, name]) => before.replaceAll(chance, name), text);
  return removeIds(known).replace(times, '<time>').replace(volumes, 'kube-api-access-*');
}

/** Removes uids, and the name of a namespace, from a text. */
export function removeIds(text: string, namespace?: string): string {
  const known = text.replace(uids, '<uid>');
  return namespace === undefined ? known : known.replaceAll(namespace, '<namespace>');
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

import type { Kubectl } from './kubectl.ts';

/** An object of the release, as its resource in Pulumi names it. */
export interface ReleasedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
}

interface LiveObject {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly deletionTimestamp?: string;
    readonly finalizers?: readonly string[];
  };
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly message?: string }[] };
}

/** Pure: the object that a URN of Pulumi names; undefined if it is no object of Kubernetes. */
export function objectOf(urn: string): ReleasedObject | undefined {
  const [apiVersion, kind, address] = /kubernetes:([^:$]+):(\w+)::[^:]*:(.+)$/.exec(urn)?.slice(1) ?? [];
  if (apiVersion === undefined || kind === undefined || address === undefined) return undefined;
  const [name = '', namespace] = address.split('/').reverse();
  return { apiVersion: apiVersion.replace(/^core\//, ''), kind, namespace, name };
}

/**
 * What keeps an object from being deleted: its own finalizers, or the resources of a definition, or what is left in a
 * namespace. Empty if it is not being deleted.
 */
export async function heldBy(kubectl: Kubectl, object: ReleasedObject): Promise<string[]> {
  const [live] = await read(kubectl, resourceOf(object), object);
  if (live?.metadata.deletionTimestamp === undefined) return [];
  if (live.kind === 'CustomResourceDefinition') return heldIn(await read(kubectl, object.name));
  if (live.kind === 'Namespace') return messagesOf(live);
  return heldIn([live]);
}

async function read(kubectl: Kubectl, resource: string, one?: ReleasedObject): Promise<LiveObject[]> {
  const place = one?.namespace === undefined ? [] : ['--namespace', one.namespace];
  const which = one === undefined ? ['--all-namespaces'] : [one.name, ...place];
  const found = await kubectl(['get', resource, ...which, '--ignore-not-found', '-o', 'json']).catch(() => '');
  if (found.trim() === '') return [];
  const parsed = JSON.parse(found) as LiveObject & { readonly items?: LiveObject[] };
  return parsed.items ?? [parsed];
}

function resourceOf({ apiVersion, kind }: ReleasedObject): string {
  const [version, group] = apiVersion.split('/').reverse();
  return group === undefined ? kind : `${kind}.${version ?? ''}.${group}`;
}

function heldIn(objects: readonly LiveObject[]): string[] {
  return objects.flatMap(({ kind, metadata: { namespace, name, finalizers = [] } }) => {
    if (finalizers.length === 0) return [];
    const path = namespace === undefined ? name : `${namespace}/${name}`;
    return [`${kind} ${path} has ${plural(finalizers.length, 'the finalizer')} ${finalizers.join(', ')}`];
  });
}

function messagesOf({ status }: LiveObject): string[] {
  const remaining = status?.conditions?.filter(({ type }) => type.endsWith('Remaining')) ?? [];
  return remaining.map(({ message = '' }) => message).filter((message) => !message.startsWith('All '));
}

function plural(count: number, what: string): string {
  return count === 1 ? what : `${what}s`;
}

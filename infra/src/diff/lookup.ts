import { groupOf, identityOf, isRecord, type PlainObject } from '../objects/index.ts';
import { DiffError } from './diff-error.ts';
import type { Kubectl, Printed } from './kubectl.ts';

/** What a cluster has of some objects. */
export interface Found {
  /** The object as it is in the cluster; `undefined` if it does not exist. */
  live(object: PlainObject): PlainObject | undefined;
  /** Whether the cluster knows the kind of an object. */
  knows(object: PlainObject): boolean;
  /** Whether the cluster has this namespace. */
  hasNamespace(name: string): boolean;
}

/**
 * Reads the objects and their namespaces, by one call.
 *
 * Throws a `DiffError` if the cluster is not reached or does not let itself be read.
 */
export async function lookUp(kubectl: Kubectl, objects: readonly PlainObject[]): Promise<Found> {
  const wanted = [...namespacesOf(objects), ...objects];
  const printed = await kubectl(['get', '--ignore-not-found', '-o', 'json', '-f', '-'], wanted);
  const unknown = unknownKinds(printed);
  const existing = objectsIn(printed.stdout);
  const byIdentity = new Map(existing.map((each) => [identityOf(each), each]));
  return {
    knows: ({ apiVersion, kind }) => !unknown.has(`${kind} ${apiVersion}`),
    hasNamespace: (name) => byIdentity.has(identityOf(namespace(name))),
    live: (object) => byIdentity.get(identityOf(object)) ?? existing.find((each) => isInDefaultNamespace(each, object)),
  };
}

/**
 * The resources that the cluster has: `deployments.apps`. One short call, which is asked first: kubectl would try to reach
 * the cluster anew for each object.
 *
 * Throws a `DiffError` if the cluster is not reached.
 */
export async function resourcesIn(kubectl: Kubectl): Promise<readonly string[]> {
  // It fails if a single aggregated API is down, and prints all others.
  const { stdout, stderr } = await kubectl(['api-resources', '--verbs=list', '-o', 'name']);
  const resources = stdout.split('\n').filter((line) => line !== '');
  if (resources.length === 0) throw unreachable(stderr);
  return resources;
}

/** The objects that kubectl printed as JSON: none, one, or a list. */
export function objectsIn(stdout: string): readonly PlainObject[] {
  if (stdout.trim() === '') return [];
  const printed = JSON.parse(stdout) as PlainObject;
  return Array.isArray(printed['items'])
    ? printed['items'].filter((each): each is PlainObject => isRecord(each))
    : [printed];
}

/** Throws if kubectl failed for another reason than kinds that the cluster does not know. */
function unknownKinds({ ok, stderr }: Printed): ReadonlySet<string> {
  const found = [...stderr.matchAll(/no matches for kind "([^"]+)" in version "([^"]+)"/g)];
  const others = stderr
    .split('\n')
    .filter((line) => !/no matches for kind|ensure CRDs are installed first|^Warning: /.test(line));
  if (!ok && (found.length === 0 || others.some((line) => line.trim() !== ''))) throw unreachable(others.join('\n'));
  return new Set(found.map(([, kind = '', version = '']) => `${kind} ${version}`));
}

/** The error for what kubectl says of a cluster that it cannot ask. */
export function unreachable(stderr: string): DiffError {
  const lines = stderr.split('\n').filter((line) => !/^[EIW]\d{4} /.test(line) && line.trim() !== '');
  const words = [...new Set(lines.map((line) => line.replace(/^error: /, '').trim()))].join('; ');
  const hint = /\(Forbidden\)/.test(words)
    ? 'a diff needs the rights to get and to patch all of the objects, and to get their namespaces'
    : 'see that the cluster runs, and that the kubeconfig and the context are the right ones';
  return new DiffError(`failed to ask the cluster: ${words === '' ? 'kubectl says nothing' : words}: ${hint}`);
}

function namespacesOf(objects: readonly PlainObject[]): readonly PlainObject[] {
  const names = new Set(objects.flatMap(({ metadata }) => metadata.namespace ?? []));
  const own = new Set(objects.filter(({ kind }) => kind === 'Namespace').map(({ metadata }) => metadata.name));
  return [...names].filter((name) => !own.has(name)).map(namespace);
}

function namespace(name: string): PlainObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

/** An object without a namespace, of a kind with one, is in the namespace of the context. */
function isInDefaultNamespace(live: PlainObject, object: PlainObject): boolean {
  const isSame = live.kind === object.kind && groupOf(live) === groupOf(object);
  return isSame && live.metadata.name === object.metadata.name && object.metadata.namespace === undefined;
}

import {
  formatApiVersion,
  findController,
  type FieldSet,
  formatObject,
  toJsonError,
  getKey,
  type Kind,
  type KubeObject,
  type OwnerReference,
} from '../../base/index.ts';
import { findOwnFields } from '../../cache/index.ts';
import { isCoveringExactly, computeHash } from '../compare/index.ts';
import { type Desired, resolveChildNamespace } from '../declare/index.ts';
import { buildChildLabels, hashAnnotation, type Run, type Signature } from '../write/index.ts';

/** A child to apply, without owner reference and uid. */
export interface Child {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations: Readonly<Record<string, string>>;
  };
}

/** `desired` with what the runtime adds: type, namespace, labels, and a hash of the whole. */
export function buildChild<T extends KubeObject>(run: Run, kind: Kind<T>, desired: Desired<T>): Child {
  const { metadata, ...rest } = desired;
  const namespace = resolveChildNamespace({ owner: run.owner, verb: 'apply', kind }, metadata);
  const labels = { ...metadata.labels, ...buildChildLabels(run.owner, run.environment.operator) };
  const bare = {
    apiVersion: formatApiVersion(kind),
    kind: kind.kind,
    ...rest,
    metadata: { name: metadata.name, ...(namespace !== undefined && { namespace }), labels },
  };
  const hash = hashOfChild({ ...bare, annotations: metadata.annotations }, formatObject(bare));
  return { ...bare, metadata: { ...bare.metadata, annotations: { ...metadata.annotations, [hashAnnotation]: hash } } };
}

function hashOfChild(child: object, title: string): string {
  try {
    return computeHash(child);
  } catch (error) {
    throw toJsonError(error, `apply ${title}`, child) ?? error;
  }
}

/** A child as it is sent. */
export function addOwnerReference(child: Child, owner: OwnerReference, uid?: string): Child {
  const metadata = { ...child.metadata, ownerReferences: [owner], ...(uid !== undefined && { uid }) };
  return { ...child, metadata };
}

/**
 * What is compared to find out whether a child has to be applied: the hash changes with the desired state, and our
 * entry of `managedFields` changes whenever anybody changes a field of ours.
 */
export function computeSignature(run: Run, live: KubeObject): Signature {
  const fields = findOwnFields(live, run.environment.fieldManager)?.text;
  return { hash: live.metadata.annotations?.[hashAnnotation], fields };
}

/** An apply: of which child, by which run. */
export interface Applying<T extends KubeObject> {
  readonly run: Run;
  readonly kind: Kind<T>;
  readonly child: Child;
}

/** Whether the fields of `live` that we own are exactly as `child` asks. */
export function isUpToDate<T extends KubeObject>({ run, kind, child }: Applying<T>, live: T): boolean {
  const hash = child.metadata.annotations[hashAnnotation];
  if (live.metadata.annotations?.[hashAnnotation] !== hash) return false;
  const { children } = run.memory;
  // The names of what is in the cache: they are in memory once.
  const key = getKey(live);
  const signature = computeSignature(run, live);
  if (children.has(kind, key, signature)) return true;
  const own = findOwnFields(live, run.environment.fieldManager);
  if (own === undefined || !covers(own.fields, child) || hasOtherVersion(run, live)) return false;
  children.set(kind, key, signature);
  return true;
}

/**
 * Whether a child names its owner by another version of the owner's kind than the one that the controller uses. Once that
 * version is gone from the definition, the garbage collector cannot find the owner, and never deletes the child.
 */
export function hasOtherVersion({ ownerKind }: Pick<Run, 'ownerKind'>, live: KubeObject): boolean {
  const reference = findController(live);
  return reference !== undefined && reference.apiVersion !== formatApiVersion(ownerKind);
}

/** The name and the owner reference are not compared; the latter changes with the version of the owner only. */
function covers(fields: FieldSet, child: Child): boolean {
  const { apiVersion: _apiVersion, kind: _kind, metadata, ...rest } = child;
  const { 'f:metadata': ofMetadata = {}, ...ofRest } = fields;
  const { 'f:ownerReferences': _references, ...ofOwnMetadata } = ofMetadata;
  const { labels, annotations } = metadata;
  return isCoveringExactly(ofOwnMetadata, { labels, annotations }) && isCoveringExactly(ofRest, rest);
}

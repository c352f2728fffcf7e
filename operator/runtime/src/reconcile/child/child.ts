import {
  formatApiVersion,
  findController,
  type FieldSet,
  formatObject,
  toJsonError,
  getKey,
  type Kind,
  type KubeObject,
  type ObjectKey,
  type OwnerReference,
} from '../../base/index.ts';
import { findOwnFields } from '../../cache/index.ts';
import { isCoveringExactly, computeHash } from '../compare/index.ts';
import type { Desired } from '../declare/index.ts';
import {
  buildChildLabels,
  buildOwnerMarks,
  buildOwnerReference,
  hashAnnotation,
  type Run,
  type Signature,
} from '../write/index.ts';
import { resolveChildKey } from './child-key.ts';

/** A child to apply, before the owner reference and the uid are added. */
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

/** Adds the fields that the runtime sets to `desired`: `apiVersion`, `kind`, namespace, labels, and a hash. */
export function buildChild<T extends KubeObject>(run: Run, kind: Kind<T>, desired: Desired<T>): Child {
  const { metadata, ...rest } = desired;
  const key: ObjectKey = resolveChildKey(run, { verb: 'apply', kind }, metadata);
  const marks = namesOwnerByLabel(run, kind) ? buildOwnerMarks(run.owner, run.ownerKind) : undefined;
  const labels = { ...metadata.labels, ...buildChildLabels(run.owner, run.environment.operator), ...marks?.labels };
  const annotations = marks ? { ...metadata.annotations, ...marks.annotations } : metadata.annotations;
  const bare = {
    apiVersion: formatApiVersion(kind),
    kind: kind.kind,
    ...rest,
    metadata: { ...key, labels },
  };
  const hash = hashOfChild({ ...bare, annotations }, formatObject(bare));
  return { ...bare, metadata: { ...bare.metadata, annotations: { ...annotations, [hashAnnotation]: hash } } };
}

function namesOwnerByLabel({ environment }: Run, kind: Kind): boolean {
  return environment.isInAnyNamespace?.(kind) === true;
}

/** Returns the owner reference for children of `kind`; `undefined` if they may be in any namespace. */
export function buildReference(run: Run, kind: Kind): OwnerReference | undefined {
  return namesOwnerByLabel(run, kind) ? undefined : buildOwnerReference(run.owner, run.ownerKind);
}

function hashOfChild(child: object, title: string): string {
  try {
    return computeHash(child);
  } catch (error) {
    throw toJsonError(error, `apply ${title}`, child) ?? error;
  }
}

/** Returns the child as it is sent to the API server. */
export function addOwnerReference(child: Child, owner: OwnerReference | undefined, uid?: string): Child {
  const references = owner !== undefined && { ownerReferences: [owner] };
  return { ...child, metadata: { ...child.metadata, ...references, ...(uid !== undefined && { uid }) } };
}

/**
 * Returns the values that decide whether to apply a child: the hash of the desired state, and our entry in
 * `managedFields`, which changes when another manager changes our fields.
 */
export function computeSignature(run: Run, live: KubeObject): Signature {
  const fields = findOwnFields(live, run.environment.fieldManager)?.text;
  return { hash: live.metadata.annotations?.[hashAnnotation], fields };
}

/** The apply of one child in one reconcile. */
export interface Applying<T extends KubeObject> {
  readonly run: Run;
  readonly kind: Kind<T>;
  readonly child: Child;
}

/** Whether the fields of `live` that we own equal those of `child`. */
export function isUpToDate<T extends KubeObject>({ run, kind, child }: Applying<T>, live: T): boolean {
  const hash = child.metadata.annotations[hashAnnotation];
  if (live.metadata.annotations?.[hashAnnotation] !== hash) return false;
  const { children } = run.memory;
  // Takes the strings from the cached object, so that memory holds them once.
  const key = getKey(live);
  const signature = computeSignature(run, live);
  if (children.has(kind, key, signature)) return true;
  const own = findOwnFields(live, run.environment.fieldManager);
  if (own === undefined || !covers(own.fields, child) || hasOtherVersion(run, live)) return false;
  children.set(kind, key, signature);
  return true;
}

/**
 * Whether the child's owner reference has another API version than the one that the controller uses. After the CRD
 * drops that version, the garbage collector cannot find the owner and never deletes the child.
 */
export function hasOtherVersion({ ownerKind }: Pick<Run, 'ownerKind'>, live: KubeObject): boolean {
  const reference = findController(live);
  return reference !== undefined && reference.apiVersion !== formatApiVersion(ownerKind);
}

/**
 * Whether we own exactly the fields of `child`. Ignores the name and the owner reference, which changes only with the
 * version of the owner.
 */
function covers(fields: FieldSet, child: Child): boolean {
  const { apiVersion: _apiVersion, kind: _kind, metadata, ...rest } = child;
  const { 'f:metadata': ofMetadata = {}, ...ofRest } = fields;
  const { 'f:ownerReferences': _references, ...ofOwnMetadata } = ofMetadata;
  const { labels, annotations } = metadata;
  return isCoveringExactly(ofOwnMetadata, { labels, annotations }) && isCoveringExactly(ofRest, rest);
}

import { apiVersionOf, keyOf, type Kind, type KubeObject, type OwnerReference } from '../../base/index.ts';
import { ownFieldsOf } from '../../cache/index.ts';
import { coversExactly, type FieldSet, hashOf } from '../compare/index.ts';
import { type Desired, namespaceOfChild } from '../declare/index.ts';
import { childLabels, hashAnnotation, type Run } from '../write/index.ts';

/** A child as it is to be sent, but for the owner reference and the uid. */
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

/** `desired` with what the runtime adds: type, namespace, labels, and the hash of it all. */
export function childOf<T extends KubeObject>(run: Run, kind: Kind<T>, desired: Desired<T>): Child {
  const { metadata, ...rest } = desired;
  const namespace = namespaceOfChild({ owner: run.owner, verb: 'apply', kind }, metadata);
  const labels = { ...metadata.labels, ...childLabels(run.owner, run.environment.operator) };
  const bare = {
    apiVersion: apiVersionOf(kind),
    kind: kind.kind,
    ...rest,
    metadata: { name: metadata.name, ...(namespace !== undefined && { namespace }), labels },
  };
  const hash = hashOf({ ...bare, annotations: metadata.annotations });
  return { ...bare, metadata: { ...bare.metadata, annotations: { ...metadata.annotations, [hashAnnotation]: hash } } };
}

/** A child as it is sent. */
export function sent(child: Child, owner: OwnerReference, uid?: string): Child {
  const metadata = { ...child.metadata, ownerReferences: [owner], ...(uid !== undefined && { uid }) };
  return { ...child, metadata };
}

/**
 * What is compared to find out whether anything needs to be sent: the hash says that we asked for the same before, and
 * our share of `managedFields` changes with every change of a value of ours by anybody.
 */
export function signatureOf(run: Run, live: KubeObject): string {
  const fields = ownFieldsOf(live, run.environment.fieldManager) ?? '';
  return `${live.metadata.annotations?.[hashAnnotation] ?? ''} ${fields}`;
}

/** One apply: of what, by whom. */
export interface Applying<T extends KubeObject> {
  readonly run: Run;
  readonly kind: Kind<T>;
  readonly child: Child;
}

/** Whether `live` is exactly as `child` asks, as far as it is ours. */
export function isUpToDate<T extends KubeObject>({ run, kind, child }: Applying<T>, live: T): boolean {
  const hash = child.metadata.annotations[hashAnnotation];
  if (live.metadata.annotations?.[hashAnnotation] !== hash) return false;
  const { children } = run.memory;
  const key = keyOf(child);
  const signature = signatureOf(run, live);
  if (children.has(kind, key, signature)) return true;
  const fields = ownFieldsOf(live, run.environment.fieldManager);
  if (fields === undefined || !covers(JSON.parse(fields) as FieldSet, child)) return false;
  children.set(kind, key, signature);
  return true;
}

/** Names, and the owner reference (which is written on creation and then left as it stands), are not compared. */
function covers(fields: FieldSet, child: Child): boolean {
  const { apiVersion: _apiVersion, kind: _kind, metadata, ...rest } = child;
  const { 'f:metadata': ofMetadata = {}, ...ofRest } = fields;
  const { 'f:ownerReferences': _references, ...ofOwnMetadata } = ofMetadata;
  const { labels, annotations } = metadata;
  return coversExactly(ofOwnMetadata, { labels, annotations }) && coversExactly(ofRest, rest);
}

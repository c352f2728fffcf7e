import { changedFields, type FieldChange, isRecord, type PlainObject } from '../objects/index.ts';

const setByServer = ['managedFields', 'resourceVersion', 'uid', 'generation', 'creationTimestamp', 'selfLink'];
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** An object in a cluster, and what it would be. */
export interface Change {
  readonly live: PlainObject;
  readonly applied: PlainObject;
}

/**
 * Pure: the fields that an apply changes, without those that the API server sets itself, and without `status`, which an
 * apply does not write. Data of Secrets is replaced by words.
 */
export function changesOf({ live, applied }: Change): readonly FieldChange[] {
  const changes = changedFields(withoutNoise(live), withoutNoise(applied));
  return applied.kind === 'Secret' ? changes.map(withoutData) : changes;
}

function withoutNoise({ status: _status, metadata, ...rest }: PlainObject): unknown {
  const fields = Object.entries(metadata).filter(([key]) => !setByServer.includes(key));
  return { ...rest, metadata: Object.fromEntries(fields.map(([key, value]) => [key, withoutLastApplied(key, value)])) };
}

/** It repeats the whole object, also the data of a Secret. */
function withoutLastApplied(key: string, value: unknown): unknown {
  if (key !== 'annotations' || !isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== lastApplied));
}

const hidden = 'not shown';

function withoutData(change: FieldChange): FieldChange {
  if (!/^(data|stringData)\b/.test(change.path)) return change;
  const { path, before, after } = change;
  return { path, ...(before !== undefined && { before: hidden }), ...(after !== undefined && { after: hidden }) };
}

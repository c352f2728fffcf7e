import { isRecord, type KubeObject } from '../../../operator/runtime/src/base/index.ts';

/** Fields that the cluster sets or keeps, regardless of the desired state. */
const allocated: ReadonlySet<string> = new Set([
  'clusterIP',
  'clusterIPs',
  'nodePort',
  'volumeName',
  'controller-uid',
  'batch.kubernetes.io/controller-uid',
  'batch.kubernetes.io/job-name',
  'job-name',
]);

/** Removes the fields that differ between objects with the same desired state. */
export function toComparable(object: KubeObject): unknown {
  const { apiVersion: _apiVersion, kind: _kind, metadata, ...rest } = object;
  const { status: _status, ...wanted } = rest as Record<string, unknown>;
  const { labels, annotations } = metadata;
  return toPlain({ labels: pickOurs(labels), annotations: pickOurs(annotations), ...wanted });
}

function pickOurs(values: Readonly<Record<string, string>> = {}): object {
  const kept = Object.entries(values).filter(([name]) => /^(test\.example|app\.kubernetes\.io)\//.test(name));
  return Object.fromEntries(kept.sort());
}

function toPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlain).sort(compareAsText);
  if (!isRecord(value)) return value;
  const members = Object.entries(value).filter(([name, member]) => !allocated.has(name) && !isTokenVolumeName(member));
  const plainMembers = members.map(([name, member]) => [name, toPlain(member)] as const);
  return Object.fromEntries(plainMembers.filter(([, member]) => !isEmpty(member)).sort());
}

/** Whether a value is missing or empty, which counts as equal. */
function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}

function isTokenVolumeName(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('kube-api-access-');
}

/**
 * Compares items of a list by their text, to sort them: server-side apply keeps the positions of existing items, so
 * their order may differ.
 */
function compareAsText(a: unknown, b: unknown): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

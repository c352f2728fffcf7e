import type { KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { isRecord } from '../../../operator/runtime/src/reconcile/compare/fields.ts';

/** Fields that the cluster sets in each object, or keeps from before: they do not depend on the desired state. */
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

/** An object without fields that differ between two objects with the same desired state. */
export function likeness(object: KubeObject): unknown {
  const { apiVersion: _apiVersion, kind: _kind, metadata, ...rest } = object;
  const { status: _status, ...wanted } = rest as Record<string, unknown>;
  const { labels, annotations } = metadata;
  return plain({ labels: ours(labels), annotations: ours(annotations), ...wanted });
}

function ours(values: Readonly<Record<string, string>> = {}): object {
  const kept = Object.entries(values).filter(([name]) => /^(test\.example|app\.kubernetes\.io)\//.test(name));
  return Object.fromEntries(kept.sort());
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain).sort(byText);
  if (!isRecord(value)) return value;
  const members = Object.entries(value).filter(([name, member]) => !allocated.has(name) && !isTokenOf(member));
  const plainMembers = members.map(([name, member]) => [name, plain(member)] as const);
  return Object.fromEntries(plainMembers.filter(([, member]) => !isEmpty(member)).sort());
}

/** An empty list and a missing one are equal. */
function isEmpty(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}

function isTokenOf(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('kube-api-access-');
}

/** Lists that merge by item keep the position of an existing item. */
function byText(a: unknown, b: unknown): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

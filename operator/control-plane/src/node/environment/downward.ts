import { getMember } from '@kubewright/runtime/internal/base';
import type { Container, ObjectFieldSelector, Pod, ResourceFieldSelector } from '@kubewright/runtime/kinds';
import { ConfigError } from './pod-sources.ts';
import { parseQuantity, type Quantity } from '@kubewright/declaration';

/** The values of the downward API that depend on the node. */
export interface PodPlacement {
  readonly podIP: string;
  readonly hostIP: string;
  /** The allocatable resources of the node, which are the value of a limit that a container does not set. */
  readonly allocatable: Readonly<Record<'cpu' | 'memory' | 'ephemeral-storage', string>>;
}

/**
 * Resolves a `fieldRef`. https://kubernetes.io/docs/concepts/workloads/pods/downward-api/
 *
 * Throws: for a path that the downward API does not support.
 */
export function resolveFieldRef(pod: Pod, { fieldPath }: ObjectFieldSelector, place: PodPlacement): string {
  const [, map, key] = /^metadata\.(labels|annotations)\['(.*)'\]$/s.exec(fieldPath) ?? [];
  if (map !== undefined && key !== undefined)
    return getMember(pod.metadata[map as 'labels' | 'annotations'], key) ?? '';
  const text = getMember(fields, fieldPath)?.(pod, place);
  if (text === undefined) throw new ConfigError(`unsupported fieldPath: ${fieldPath}`);
  return text;
}

const fields: Readonly<Record<string, (pod: Pod, place: PodPlacement) => string>> = {
  'metadata.name': ({ metadata }) => metadata.name,
  'metadata.namespace': ({ metadata }) => metadata.namespace,
  'metadata.uid': ({ metadata }) => metadata.uid,
  'metadata.labels': ({ metadata }) => formatMap(metadata.labels),
  'metadata.annotations': ({ metadata }) => formatMap(metadata.annotations),
  'spec.nodeName': ({ spec }) => spec.nodeName ?? '',
  'spec.serviceAccountName': ({ spec }) => spec.serviceAccountName ?? '',
  'status.podIP': (_, { podIP }) => podIP,
  'status.podIPs': (_, { podIP }) => podIP,
  'status.hostIP': (_, { hostIP }) => hostIP,
  'status.hostIPs': (_, { hostIP }) => hostIP,
};

/** Formats labels or annotations: one line `key="value"` per entry, sorted by key. */
function formatMap(map: Readonly<Record<string, string>> = {}): string {
  return Object.entries(map)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .join('\n');
}

/**
 * Resolves a `resourceFieldRef`; for an unset limit, the node's allocatable resources.
 *
 * Throws: for an unknown resource or container.
 */
export function resolveResourceFieldRef(
  ref: ResourceFieldSelector,
  containers: readonly Container[],
  place: PodPlacement,
): string {
  const [, bound, resource] = /^(limits|requests)\.(cpu|memory|ephemeral-storage)$/.exec(ref.resource) ?? [];
  const container = containers.find(({ name }) => name === ref.containerName);
  if (bound === undefined || resource === undefined || container === undefined) {
    throw new ConfigError(`unsupported resource ${ref.resource} of container ${ref.containerName ?? ''}`);
  }
  const given = container.resources?.[bound as 'limits' | 'requests']?.[resource];
  const otherwise = bound === 'limits' ? place.allocatable[resource as keyof PodPlacement['allocatable']] : '0';
  return divideQuantity(given ?? otherwise, ref.divisor);
}

/** Converts a quantity to a number. Throws: for a malformed quantity. */
function toNumber(quantity: Quantity): number {
  const number = parseQuantity(quantity);
  if (number === undefined) throw new ConfigError(`the quantity ${quantity} has an unknown suffix`);
  return number;
}

/** Divides `quantity` by `divisor` and rounds up, like the downward API. A divisor of zero means 1. */
export function divideQuantity(quantity: Quantity, divisor: Quantity = '0'): string {
  const unit = toNumber(divisor) || 1;
  // Rounds to thousandths first, the unit of CPU: otherwise 0.1 + 0.2 would be rounded up to one more unit.
  return String(Math.ceil(Math.round((toNumber(quantity) / unit) * 1e3) / 1e3));
}

import { type Deployment, tryFindCondition } from '@kubewright/runtime';
import type { Memcached } from '../../apis/cache.example.com/v1alpha1/memcached.ts';
import { buildPodLabels } from './desired.ts';

/**
 * Whether the newest upstream operator created a Deployment: its selector differs from ours and is immutable, so the
 * Deployment has to be replaced.
 */
export function hasOtherSelector(memcached: Memcached, { spec }: Deployment): boolean {
  const ours = Object.entries(buildPodLabels(memcached));
  const { matchLabels = {}, matchExpressions = [] } = spec.selector;
  const same = ours.every(([name, value]) => matchLabels[name] === value);
  return !same || Object.keys(matchLabels).length > ours.length || matchExpressions.length > 0;
}

/**
 * Whether another client has resized the Deployment: the operator has applied it for the current spec, but its size
 * differs from the spec. Compares the generation of the condition `Available`, which is only current after the
 * Deployment was applied; `status.observedGeneration` is also current if the API server rejected the Deployment.
 */
export function wasResizedByOthers(memcached: Memcached, found: Deployment | undefined): boolean {
  const { metadata, spec, status } = memcached;
  const updatedFor = tryFindCondition(status?.conditions, 'Available')?.observedGeneration;
  if (found === undefined || updatedFor !== metadata.generation) return false;
  return found.spec.replicas !== spec.size && !hasOtherSelector(memcached, found);
}

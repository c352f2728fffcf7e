import { type Deployment, tryFindCondition } from '@kubewright/runtime';
import type { Memcached } from '../../apis/cache.example.com/v1alpha1/memcached.ts';
import { podLabels } from './desired.ts';

/**
 * Whether a Deployment finds its Pods by other labels than ours does: the newest original created it. A selector cannot
 * be changed, so the Deployment has to be replaced.
 */
export function hasOtherSelector(memcached: Memcached, { spec }: Deployment): boolean {
  const ours = Object.entries(podLabels(memcached));
  const { matchLabels = {}, matchExpressions = [] } = spec.selector;
  const same = ours.every(([name, value]) => matchLabels[name] === value);
  return !same || Object.keys(matchLabels).length > ours.length || matchExpressions.length > 0;
}

/**
 * Whether somebody else has set the size of a Deployment: it was updated since the spec last changed. `Available`
 * shows that: it follows only from a Deployment that the cluster took; the status as a whole also follows from specs that
 * were refused.
 */
export function wasResizedByOthers(memcached: Memcached, found: Deployment | undefined): boolean {
  const { metadata, spec, status } = memcached;
  const updatedFor = tryFindCondition(status?.conditions, 'Available')?.observedGeneration;
  if (found === undefined || updatedFor !== metadata.generation) return false;
  return found.spec.replicas !== spec.size && !hasOtherSelector(memcached, found);
}

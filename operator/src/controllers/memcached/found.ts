import { type Deployment, tryFindCondition } from '@kubewright/runtime';
import type { Memcached } from '../../apis/cache.example.com/v1alpha1/memcached.ts';
import { podLabels } from './desired.ts';

/**
 * Whether a Deployment finds its Pods by other labels than ours does: the newest original made it. A selector cannot be
 * changed, so it has to be made again.
 */
export function hasOtherSelector(memcached: Memcached, { spec }: Deployment): boolean {
  const ours = Object.entries(podLabels(memcached));
  const { matchLabels = {}, matchExpressions = [] } = spec.selector;
  const same = ours.every(([name, value]) => matchLabels[name] === value);
  return !same || Object.keys(matchLabels).length > ours.length || matchExpressions.length > 0;
}

/**
 * Whether somebody else has set the size of a Deployment: it had been put right since the spec last changed. `Available`
 * tells that, which only a Deployment that was taken leads to; the status as a whole also speaks of specs that were refused.
 */
export function wasResizedByOthers(memcached: Memcached, found: Deployment | undefined): boolean {
  const { metadata, spec, status } = memcached;
  const putRightFor = tryFindCondition(status?.conditions, 'Available')?.observedGeneration;
  if (found === undefined || putRightFor !== metadata.generation) return false;
  return found.spec.replicas !== spec.size && !hasOtherSelector(memcached, found);
}

import { awaitChange, checkAgain, type Action } from '@kubewright/runtime';
import type { Memcached } from '../../apis/cache.example.com/v1alpha1/memcached.ts';
import type { Context } from './dependencies.ts';
import { deploymentFor, serviceFor } from './desired.ts';
import { hasOtherSelector, wasResizedByOthers } from './found.ts';
import { replacingStatus, statusFor } from './status.ts';

/** Pods that are the cache, what came of them, then the Service that reaches them. */
export async function reconcile(memcached: Memcached, context: Context): Promise<Action> {
  const { deployments, services, pods, settings, metrics, status } = context;
  const desired = deploymentFor(memcached, settings.memcachedImage);
  // The cache holds what carries our label. What an original left is found by a live read.
  const { name } = desired.metadata;
  const found = deployments.get(name) ?? (await deployments.getLive(name));
  const because = 'its selector, which is immutable, is that of an older operator';
  if (found !== undefined && hasOtherSelector(memcached, found) && !(await deployments.delete(name, { because }))) {
    status.set(replacingStatus(memcached, { deployment: found, pods: pods.list() }));
    return checkAgain(1000);
  }
  const deployment = await deployments.apply(desired);
  if (wasResizedByOthers(memcached, found)) metrics.undesiredSizes.inc();
  // Written if the Service is refused.
  status.set(statusFor(memcached, { deployment, pods: pods.list() }));
  const service = await services.apply(serviceFor(memcached));
  status.set(statusFor(memcached, { deployment, pods: pods.list(), service }));
  return awaitChange;
}

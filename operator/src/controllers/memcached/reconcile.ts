import { awaitChange, checkAgain, type Action } from '@kubewright/runtime';
import type { Memcached } from '../../apis/cache.example.com/v1alpha1/memcached.ts';
import type { Context } from './dependencies.ts';
import { deploymentFor, serviceFor } from './desired.ts';
import { hasOtherSelector, wasResizedByOthers } from './found.ts';
import { replacingStatus, statusFor } from './status.ts';

/** Applies the Deployment, then the Service, and writes the status. */
export async function reconcile(memcached: Memcached, context: Context): Promise<Action> {
  const { deployments, services, pods, settings, metrics, status } = context;
  const desired = deploymentFor(memcached, settings.memcachedImage);
  // The cache holds objects with our label. A Deployment of an original is found by a live read.
  const { name } = desired.metadata;
  const found = deployments.get(name) ?? (await deployments.getLive(name));
  const because = 'its selector, which is immutable, is that of an older operator';
  if (found !== undefined && hasOtherSelector(memcached, found) && !(await deployments.delete(name, { because }))) {
    status.set(replacingStatus(memcached, { deployment: found, pods: pods.list() }));
    return checkAgain(1000);
  }
  const deployment = await deployments.apply(desired);
  if (wasResizedByOthers(memcached, found)) metrics.undesiredSizes.inc();
  // Set before the Service is applied: it is written even if that is refused.
  status.set(statusFor(memcached, { deployment, pods: pods.list() }));
  const service = await services.apply(serviceFor(memcached));
  status.set(statusFor(memcached, { deployment, pods: pods.list(), service }));
  return awaitChange;
}

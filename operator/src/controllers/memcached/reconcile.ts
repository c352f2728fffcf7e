import {
  awaitChange,
  checkAgain,
  type Action,
  type Counter,
  type Deployment,
  type Owns,
  type OwnsAndDeletes,
  type Pod,
  type Reads,
  type Service,
  type StatusWriter,
} from '../../index.ts';
import type { Memcached } from '../../apis/cache.example.com/v1alpha1/memcached.ts';
import { deploymentFor, serviceFor } from './desired.ts';
import { hasOtherSelector, wasResizedByOthers } from './found.ts';
import { replacingStatus, statusFor } from './status.ts';

interface Handles {
  readonly deployments: OwnsAndDeletes<Deployment>;
  readonly services: Owns<Service>;
  readonly pods: Reads<Pod>;
  readonly settings: { readonly memcachedImage: string };
  readonly metrics: { readonly undesiredSizes: Counter };
  readonly status: StatusWriter<NonNullable<Memcached['status']>>;
}

/** Pods that are the cache, what came of them, then the Service that reaches them. */
export async function reconcile(memcached: Memcached, handles: Handles): Promise<Action> {
  const { deployments, services, pods, settings, metrics, status } = handles;
  const desired = deploymentFor(memcached, settings.memcachedImage);
  // Memory shows what we have made. What an original left is only seen live.
  const { name } = desired.metadata;
  const found = deployments.get(name) ?? (await deployments.getLive(name));
  const because = 'its selector, which is immutable, is that of an older operator';
  if (found !== undefined && hasOtherSelector(memcached, found) && !(await deployments.delete(name, { because }))) {
    status.set(replacingStatus(memcached, { deployment: found, pods: pods.list() }));
    return checkAgain(1000);
  }
  const deployment = await deployments.apply(desired);
  if (wasResizedByOthers(memcached, found)) metrics.undesiredSizes.inc();
  // Stands should the Service be refused.
  status.set(statusFor(memcached, { deployment, pods: pods.list() }));
  const service = await services.apply(serviceFor(memcached));
  status.set(statusFor(memcached, { deployment, pods: pods.list(), service }));
  return awaitChange;
}

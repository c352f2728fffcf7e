import { awaitChange, requeueAfter, type Action } from '@kubewright/runtime';
import type { Memcached } from '../../apis/cache.example.com/v1alpha1/memcached.ts';
import type { Context } from './dependencies.ts';
import { buildDeployment, buildService } from './desired.ts';
import { hasOtherSelector, wasResizedByOthers } from './live-deployment.ts';
import { buildReplacingStatus, buildMemcachedStatus } from './status.ts';

export async function reconcile(memcached: Memcached, context: Context): Promise<Action> {
  const { deployments, services, pods, settings, metrics, status } = context;
  const desired = buildDeployment(memcached, settings.memcachedImage);
  // A live read, because the cache contains only objects with this operator's label, and not the Deployment of an
  // upstream operator.
  const { name } = desired.metadata;
  const found = deployments.get(name) ?? (await deployments.getLive(name));
  const because = 'the selector of the Deployment is immutable, and from an older operator';
  if (
    found !== undefined &&
    hasOtherSelector(memcached, found) &&
    !(await deployments.delete(name, { note: because }))
  ) {
    status.set(buildReplacingStatus(memcached, { deployment: found, pods: pods.list() }));
    return requeueAfter(1000);
  }
  const deployment = await deployments.apply(desired);
  if (wasResizedByOthers(memcached, found)) metrics.undesiredSizes.inc();
  // Before the Service is applied, so that the status is written even if the API server rejects the Service.
  status.set(buildMemcachedStatus(memcached, { deployment, pods: pods.list() }));
  const service = await services.apply(buildService(memcached));
  status.set(buildMemcachedStatus(memcached, { deployment, pods: pods.list(), service }));
  return awaitChange;
}

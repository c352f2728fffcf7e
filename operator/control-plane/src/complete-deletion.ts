import type { ObjectMeta } from '@kubewright/runtime/internal/base';
import { ApiError, type Client, buildPath } from '@kubewright/runtime/internal/client';
import { Pod } from '@kubewright/runtime/kinds';

/**
 * Completes the graceful deletion of a Pod, like a kubelet does after its containers have ended. Does nothing if this
 * Pod is already deleted, even if a new one has its name.
 *
 * https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
 */
export async function completeDeletion(
  { transport }: Client,
  { namespace, name, uid }: ObjectMeta,
  signal?: AbortSignal,
): Promise<void> {
  const path = buildPath(Pod, { namespace, name });
  const body = { apiVersion: 'v1', kind: 'DeleteOptions', gracePeriodSeconds: 0, preconditions: { uid } };
  const response = await transport.call({ method: 'DELETE', path, body, ...(signal && { signal }) });
  // 409: the uid belongs to another Pod.
  const isDone = response.status < 400 || response.status === 404 || response.status === 409;
  if (!isDone) throw new ApiError(`DELETE ${path}`, response);
}

import { OperatorError } from '@kubewright/runtime/internal/base';
import type { BootstrapObject } from './components/kwok-objects.ts';
import type { ServerClient } from './server-client.ts';

/** Applies objects in order, as one field manager; idempotent. */
export async function applyObjects(
  client: ServerClient,
  serverUrl: string,
  objects: readonly BootstrapObject[],
): Promise<void> {
  for (const { path, object } of objects) {
    const url = `${serverUrl}${path}?fieldManager=kubewright-control-plane&force=true`;
    const contentType = 'application/apply-patch+yaml'; // JSON is YAML
    const { status, text } = await client.call(url, { method: 'PATCH', contentType, body: object });
    if (status >= 300)
      throw new OperatorError('CLUSTER_FAILED', `apply ${path}`, {
        hint: `the API server answered ${status}: ${text}`,
      });
  }
}

/** Creates an object, unless one with its name exists, which is not changed. */
export async function createObject(client: ServerClient, url: string, object: object): Promise<void> {
  const { status, text } = await client.call(url, { method: 'POST', body: object });
  if (status >= 300 && status !== 409)
    throw new OperatorError('CLUSTER_FAILED', `create ${url}`, { hint: `the API server answered ${status}: ${text}` });
}

/**
 * Removes the taints of a node. A new node is tainted as not ready, and a controller of kube-controller-manager removes
 * that taint: without it, no Pod would ever be scheduled there.
 */
export async function admitPods(client: ServerClient, serverUrl: string, nodeName: string): Promise<void> {
  const { status, text } = await client.call(`${serverUrl}/api/v1/nodes/${nodeName}`, {
    method: 'PATCH',
    contentType: 'application/merge-patch+json',
    body: { spec: { taints: null } },
  });
  if (status >= 300)
    throw new OperatorError('CLUSTER_FAILED', `admit Pods to ${nodeName}`, {
      hint: `the API server answered ${status}: ${text}`,
    });
}

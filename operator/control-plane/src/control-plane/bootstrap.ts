import { OperatorError } from '@kubewright/runtime/internal/base';
import type { BootstrapObject } from './components/kwok.ts';
import type { CallOptions, ServerClient } from './server-client.ts';

/** Applies objects in order, with one field manager; idempotent. */
export async function applyObjects(
  client: ServerClient,
  serverUrl: string,
  objects: readonly BootstrapObject[],
): Promise<void> {
  for (const { path, object } of objects) {
    const url = `${serverUrl}${path}?fieldManager=kubewright-control-plane&force=true`;
    const contentType = 'application/apply-patch+yaml'; // JSON is valid YAML.
    await send(client, url, { method: 'PATCH', contentType, body: object });
  }
}

/** Creates an object, or leaves an existing one with its name unchanged. */
export async function createObject(client: ServerClient, url: string, object: object): Promise<void> {
  await send(client, url, { method: 'POST', body: object, allowed: 409 });
}

/**
 * Removes a node's taints. A new node is tainted as not ready, and only a controller of kube-controller-manager would
 * remove that taint: without it, no Pod would ever be scheduled.
 */
export async function admitPods(client: ServerClient, serverUrl: string, nodeName: string): Promise<void> {
  const contentType = 'application/merge-patch+json';
  const body = { spec: { taints: null } };
  await send(client, `${serverUrl}/api/v1/nodes/${nodeName}`, { method: 'PATCH', contentType, body });
}

/**
 * Sends a request.
 * @param options.allowed an error status that does not count as an error
 */
async function send(client: ServerClient, url: string, options: CallOptions & { allowed?: number }): Promise<void> {
  const { allowed, ...call } = options;
  const { status, text } = await client.call(url, call);
  if (status < 300 || status === allowed) return;
  const hint = `the API server answered ${status}: ${text}`;
  throw new OperatorError('CLUSTER_FAILED', `${options.method ?? 'GET'} ${url}`, { hint });
}

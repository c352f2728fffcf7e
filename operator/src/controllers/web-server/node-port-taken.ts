import { type IndexedReads, notReady, OperatorError } from '@kubewright/runtime';
import type { WebServer } from '../../apis/my.domain/v1/web-server.ts';

export const byNodePort = ({ status }: WebServer): string | undefined => status?.nodePort?.toString();

/**
 * Rethrows the error of a rejected Service. If its node port is taken, the message names the WebServer in the same
 * namespace that has the port. It names no other owner of the port: the operator may not read their Services, and not
 * every user may read names in other namespaces.
 */
export function rethrowPortTaken(
  error: unknown,
  server: WebServer,
  servers: Pick<IndexedReads<WebServer, 'byNodePort'>, 'by'>,
): never {
  const { nodePort } = server.spec;
  if (nodePort === undefined || !isPortTaken(error)) throw error;
  const holder = servers
    .by('byNodePort', String(nodePort))
    .find(({ metadata }) => metadata.uid !== server.metadata.uid);
  const message = `spec.nodePort: Invalid value: ${String(nodePort)}: provided port is already allocated; ${describeHolder(server, holder)}`;
  throw notReady('NodePortTaken', message, { cause: error });
}

function describeHolder({ metadata: { namespace } }: WebServer, holder: WebServer | undefined): string {
  if (holder === undefined)
    return 'no WebServer has it; find the Service with "kubectl get services --all-namespaces".';
  const { name } = holder.metadata;
  return holder.metadata.namespace === namespace
    ? `Service ${name}-service of WebServer ${name} has it.`
    : 'a WebServer in another namespace has it.';
}

function isPortTaken(error: unknown): boolean {
  const isInvalid = error instanceof OperatorError && error.code === 'API_INVALID';
  return isInvalid && error.message.includes('port is already allocated');
}

import { OperatorError } from '@kubewright/runtime/internal/base';
import type { ServerClient } from './server-client.ts';

/** etcd refuses an empty key; this one sorts before all others. */
const firstKey = Buffer.from([0]).toString('base64');

/**
 * Compacts etcd at the present revision (by etcd's gRPC gateway,
 * https://etcd.io/docs/latest/dev-guide/api_grpc_gateway/).
 */
export async function compactEtcd(client: ServerClient, etcdUrl: string): Promise<void> {
  const { header } = await post<{ header: { revision: string } }>(client, `${etcdUrl}/v3/kv/range`, { key: firstKey });
  await post(client, `${etcdUrl}/v3/kv/compaction`, { revision: header.revision, physical: true });
}

async function post<T>(client: ServerClient, url: string, body: object): Promise<T> {
  const { status, text } = await client.call(url, { method: 'POST', body });
  // A second compaction at the same revision fails, but has nothing to do.
  if (status === 200 || text.includes('has been compacted')) return JSON.parse(text) as T;
  throw new OperatorError('CLUSTER_FAILED', 'compact etcd', { hint: `it answered ${status}: ${text}` });
}

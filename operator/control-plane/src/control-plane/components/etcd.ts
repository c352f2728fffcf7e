import type { PartsContext } from '../parts-context.ts';
import { buildFlags, type Component } from './component.ts';

export const buildEtcdUrl = (port: number | undefined): string => `https://127.0.0.1:${port ?? 0}`;

/**
 * etcd with a single member; clients and peers need a certificate. It does not sync to disk, because a power failure
 * would only lose a test.
 */
export function createEtcd({ binaries, directory, pki, etcdClient }: PartsContext): Component {
  return {
    name: 'etcd',
    command: binaries.etcd,
    restarts: false,
    portCount: 2,
    args: ([clientPort, peerPort]) => [
      ...buildFlags({
        name: 'default',
        'data-dir': directory.etcdData,
        'listen-client-urls': buildEtcdUrl(clientPort),
        'advertise-client-urls': buildEtcdUrl(clientPort),
        'listen-peer-urls': buildEtcdUrl(peerPort),
        'initial-advertise-peer-urls': buildEtcdUrl(peerPort),
        'initial-cluster': `default=${buildEtcdUrl(peerPort)}`,
        // A single member elects itself within five heartbeats. More frequent ones would cost CPU time, and no other
        // member receives them.
        'heartbeat-interval': 50,
        'election-timeout': 250,
        'unsafe-no-fsync': true,
        'quota-backend-bytes': 8 * 1024 ** 3,
        'log-level': 'warn',
        'client-cert-auth': true,
        'cert-file': pki.etcd.certificate,
        'key-file': pki.etcd.key,
        'trusted-ca-file': pki.etcdCa.certificate,
        'peer-client-cert-auth': true,
        'peer-cert-file': pki.etcd.certificate,
        'peer-key-file': pki.etcd.key,
        'peer-trusted-ca-file': pki.etcdCa.certificate,
      }),
    ],
    isReady: async ([clientPort]) => (await etcdClient.call(`${buildEtcdUrl(clientPort)}/health`)).status === 200,
  };
}

import type { PartsContext } from '../parts-context.ts';
import type { Pki } from '../pki/pki.ts';
import type { ServerClient } from '../server-client.ts';
import type { StateDirectory } from '../state-directory.ts';
import { flags, type Component } from './component.ts';

/** The ClusterIPs of Services: a /12, as kubeadm has it. */
export const serviceRange = '10.96.0.0/12';
const issuer = 'https://kubernetes.default.svc.cluster.local';
/** Larger than the log of any test: after a rotation a reader of the log would miss requests. */
const auditLogMegabytes = 1_000_000;

export const apiServerUrl = (port: number | undefined): string => `https://127.0.0.1:${port ?? 0}`;

/** The API server: RBAC, client certificates and ServiceAccount tokens, and an audit log of every request. */
export function kubeApiServer(context: PartsContext, etcdUrl: string): Component {
  const { binaries, directory, pki, client, options } = context;
  return {
    name: 'kube-apiserver',
    command: binaries['kube-apiserver'],
    restarts: false,
    portCount: 1,
    args: ([port]) => [
      ...flags({ 'secure-port': port, 'bind-address': '127.0.0.1', 'advertise-address': '127.0.0.1' }),
      ...flags({ 'service-cluster-ip-range': serviceRange, 'allow-privileged': true }),
      // The only endpoint would be a loopback address, which EndpointSlices refuse.
      ...flags({ 'endpoint-reconciler-type': 'none' }),
      ...identityFlags(pki),
      ...kubeletFlags(pki),
      ...storageFlags(pki, etcdUrl),
      // As on OpenShift: setting blockOwnerDeletion needs the right to update the owner's finalizers.
      ...flags({ 'enable-admission-plugins': 'OwnerReferencesPermissionEnforcement' }),
      ...auditFlags(directory),
      ...flags({ 'egress-selector-config-file': directory.egressSelector }),
      ...gateFlags(options.featureGates ?? {}),
    ],
    isReady: ([port]) => answers(client, apiServerUrl(port), ['/readyz', '/api/v1/namespaces/default']),
  };
}

/** `/readyz` says that the server is up; reading a namespace says that its storage is, too. */
async function answers(client: ServerClient, url: string, paths: readonly string[]): Promise<boolean> {
  const answers = await Promise.all(paths.map((path) => client.call(`${url}${path}`)));
  return answers.every(({ status }) => status === 200);
}

function identityFlags(pki: Pki): string[] {
  return flags({
    'authorization-mode': 'RBAC',
    'tls-cert-file': pki.server.certificate,
    'tls-private-key-file': pki.server.key,
    'client-ca-file': pki.ca.certificate,
    'service-account-issuer': issuer,
    'service-account-key-file': pki.serviceAccount.publicKey,
    'service-account-signing-key-file': pki.serviceAccount.privateKey,
  });
}

/** A node's InternalIP is in the Pods' network, which does not exist here; its InternalDNS is `localhost`. */
function kubeletFlags({ kubeletCa, kubeletClient }: Pki): string[] {
  return flags({
    'kubelet-certificate-authority': kubeletCa.certificate,
    'kubelet-client-certificate': kubeletClient.certificate,
    'kubelet-client-key': kubeletClient.key,
    'kubelet-preferred-address-types': 'InternalDNS',
  });
}

function storageFlags(pki: Pki, etcdUrl: string): string[] {
  return flags({
    'etcd-servers': etcdUrl,
    'etcd-cafile': pki.etcdCa.certificate,
    'etcd-certfile': pki.etcdClient.certificate,
    'etcd-keyfile': pki.etcdClient.key,
  });
}

function auditFlags({ auditLog, auditPolicy }: StateDirectory): string[] {
  return flags({
    'audit-log-path': auditLog,
    'audit-policy-file': auditPolicy,
    'audit-log-maxsize': auditLogMegabytes,
  });
}

function gateFlags(gates: Readonly<Record<string, boolean>>): string[] {
  const list = Object.entries(gates).map(([name, on]) => `${name}=${on}`);
  return list.length === 0 ? [] : flags({ 'feature-gates': list.join(',') });
}

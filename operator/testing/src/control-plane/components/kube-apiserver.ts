import type { Pki } from '../pki/pki.ts';
import type { ServerClient } from '../server-client.ts';
import { flags, type Component } from './component.ts';

export interface ApiServerOptions {
  readonly command: string;
  readonly pki: Pki;
  readonly etcdUrl: string;
  readonly auditLog: string;
  readonly auditPolicy: string;
  /** Path of the file that says through what the cluster is reached. */
  readonly egressSelector: string;
  readonly featureGates: Readonly<Record<string, boolean>>;
  readonly client: ServerClient;
}

/** The ClusterIPs of Services: a /12, as kubeadm has it. */
export const serviceRange = '10.96.0.0/12';
const issuer = 'https://kubernetes.default.svc.cluster.local';
/** Larger than the log of any test: after a rotation a reader of the log would miss requests. */
const auditLogMegabytes = 1_000_000;

export const apiServerUrl = (port: number | undefined): string => `https://127.0.0.1:${port ?? 0}`;

/** The API server: RBAC, client certificates and ServiceAccount tokens, and an audit log of every request. */
export function kubeApiServer(options: ApiServerOptions): Component {
  const { command, client } = options;
  return {
    name: 'kube-apiserver',
    command,
    restarts: false,
    portCount: 1,
    args: ([port]) => [
      ...flags({ 'secure-port': port, 'bind-address': '127.0.0.1', 'advertise-address': '127.0.0.1' }),
      ...flags({ 'service-cluster-ip-range': serviceRange, 'allow-privileged': true }),
      // The only endpoint would be a loopback address, which EndpointSlices refuse.
      ...flags({ 'endpoint-reconciler-type': 'none' }),
      ...identityFlags(options.pki),
      ...kubeletFlags(options.pki),
      ...storageFlags(options),
      // As on OpenShift: setting blockOwnerDeletion needs the right to update the owner's finalizers.
      ...flags({ 'enable-admission-plugins': 'OwnerReferencesPermissionEnforcement' }),
      ...auditFlags(options),
      ...flags({ 'egress-selector-config-file': options.egressSelector }),
      ...gateFlags(options.featureGates),
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

function storageFlags({ pki, etcdUrl }: ApiServerOptions): string[] {
  return flags({
    'etcd-servers': etcdUrl,
    'etcd-cafile': pki.etcdCa.certificate,
    'etcd-certfile': pki.etcdClient.certificate,
    'etcd-keyfile': pki.etcdClient.key,
  });
}

function auditFlags({ auditLog, auditPolicy }: ApiServerOptions): string[] {
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

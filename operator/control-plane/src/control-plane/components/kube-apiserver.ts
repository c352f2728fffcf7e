import { isMutatingPolicyBeta } from '../../node/placement.ts';
import type { PartsContext } from '../parts-context.ts';
import type { Pki } from '../pki/pki.ts';
import type { ServerClient } from '../server-client.ts';
import type { StateDirectory } from '../state-directory.ts';
import { buildFlags, type Component } from './component.ts';

/** The ClusterIPs of Services: a /12, as in kubeadm. */
export const serviceRange = '10.96.0.0/12';
const issuer = 'https://kubernetes.default.svc.cluster.local';
/**
 * Maximum size of the audit log: larger than any test writes, because a reader would miss requests after a rotation.
 */
const auditLogMegabytes = 1_000_000;

export const buildApiServerUrl = (port: number | undefined): string => `https://127.0.0.1:${port ?? 0}`;

/** The API server with RBAC, client certificates, ServiceAccount tokens, and an audit log of every request. */
export function createKubeApiServer(context: PartsContext, etcdUrl: string): Component {
  const { binaries, versionOfServer, directory, pki, client, options } = context;
  return {
    name: 'kube-apiserver',
    command: binaries['kube-apiserver'],
    restarts: false,
    portCount: 1,
    args: ([port]) => [
      ...buildFlags({ 'secure-port': port, 'bind-address': '127.0.0.1', 'advertise-address': '127.0.0.1' }),
      ...buildFlags({ 'service-cluster-ip-range': serviceRange, 'allow-privileged': true }),
      // The only endpoint of the Service `kubernetes` would be a loopback address, which EndpointSlices reject.
      ...buildFlags({ 'endpoint-reconciler-type': 'none' }),
      ...buildIdentityFlags(pki),
      ...buildKubeletFlags(pki),
      ...buildStorageFlags(pki, etcdUrl),
      // Enabled as on OpenShift: `blockOwnerDeletion` requires permission to update the owner's finalizers.
      ...buildFlags({ 'enable-admission-plugins': 'OwnerReferencesPermissionEnforcement' }),
      ...buildAuditFlags(directory),
      ...buildFlags({ 'egress-selector-config-file': directory.egressSelector }),
      ...buildPolicyFlags(versionOfServer, options.featureGates),
    ],
    isReady: ([port]) => isAnswering(client, buildApiServerUrl(port), ['/readyz', '/api/v1/namespaces/default']),
  };
}

/** Whether the API server answers. `/readyz` shows that it runs; reading a namespace shows that its storage works. */
async function isAnswering(client: ServerClient, url: string, paths: readonly string[]): Promise<boolean> {
  const answers = await Promise.all(paths.map((path) => client.call(`${url}${path}`)));
  return answers.every(({ status }) => status === 200);
}

function buildIdentityFlags(pki: Pki): string[] {
  return buildFlags({
    'authorization-mode': 'RBAC',
    'tls-cert-file': pki.server.certificate,
    'tls-private-key-file': pki.server.key,
    'client-ca-file': pki.ca.certificate,
    'service-account-issuer': issuer,
    'service-account-key-file': pki.serviceAccount.publicKey,
    'service-account-signing-key-file': pki.serviceAccount.privateKey,
  });
}

/**
 * Flags for the connection to kubelets. The InternalIP of a node is in the Pod network, which does not exist here; its
 * InternalDNS is `localhost`.
 */
function buildKubeletFlags({ kubeletCa, kubeletClient }: Pki): string[] {
  return buildFlags({
    'kubelet-certificate-authority': kubeletCa.certificate,
    'kubelet-client-certificate': kubeletClient.certificate,
    'kubelet-client-key': kubeletClient.key,
    'kubelet-preferred-address-types': 'InternalDNS',
  });
}

function buildStorageFlags(pki: Pki, etcdUrl: string): string[] {
  return buildFlags({
    'etcd-servers': etcdUrl,
    'etcd-cafile': pki.etcdCa.certificate,
    'etcd-certfile': pki.etcdClient.certificate,
    'etcd-keyfile': pki.etcdClient.key,
  });
}

function buildAuditFlags({ auditLog, auditPolicy }: StateDirectory): string[] {
  return buildFlags({
    'audit-log-path': auditLog,
    'audit-policy-file': auditPolicy,
    'audit-log-maxsize': auditLogMegabytes,
  });
}

/**
 * Enables the v1beta1 API of mutating policies before Kubernetes 1.36, where it is disabled by default. These policies
 * place Pods on the node.
 */
function buildPolicyFlags(version: string, gates: Readonly<Record<string, boolean>> = {}): string[] {
  if (!isMutatingPolicyBeta(version)) return buildGateFlags(gates);
  return [
    ...buildFlags({ 'runtime-config': 'admissionregistration.k8s.io/v1beta1=true' }),
    ...buildGateFlags({ MutatingAdmissionPolicy: true, ...gates }),
  ];
}

function buildGateFlags(gates: Readonly<Record<string, boolean>>): string[] {
  const list = Object.entries(gates).map(([name, on]) => `${name}=${on}`);
  return list.length === 0 ? [] : buildFlags({ 'feature-gates': list.join(',') });
}

/**
 * The file for `--egress-selector-config-file`. The selection `cluster` is all that the API server opens towards nodes,
 * Pods and Services: webhooks and aggregated APIs with a Service reference, kubelets, and the proxy of Pods and Services.
 * Webhooks with a URL, and etcd, are reached directly as before.
 *
 * https://kubernetes.io/docs/tasks/extend-kubernetes/setup-konnectivity/
 */
export function egressSelectorConfiguration(socketPath: string): string {
  const connection = { proxyProtocol: 'HTTPConnect', transport: { uds: { udsName: socketPath } } };
  return JSON.stringify({
    apiVersion: 'apiserver.k8s.io/v1beta1',
    kind: 'EgressSelectorConfiguration',
    egressSelections: [{ name: 'cluster', connection }],
  });
}

import type { Caller, PartsContext } from '../parts-context.ts';
import { buildFlags, type Component } from './component.ts';

/**
 * The real controllers. The component is ready when this process has started all of them, and the ServiceAccount
 * `default` in the namespace `default`, which every Pod needs, exists. After a restart the latter alone is not enough,
 * because the previous process created it.
 */
export function createKubeControllerManager(
  { binaries, pki, client }: PartsContext,
  { kubeconfig, serverUrl }: Caller,
): Component {
  return {
    name: 'kube-controller-manager',
    command: binaries['kube-controller-manager'],
    restarts: true,
    portCount: 1,
    args: ([port]) =>
      buildFlags({
        ...quietAndFast,
        kubeconfig,
        'secure-port': port,
        'bind-address': '127.0.0.1',
        'tls-cert-file': pki.server.certificate,
        'tls-private-key-file': pki.server.key,
        'service-account-private-key-file': pki.serviceAccount.privateKey,
        'root-ca-file': pki.ca.certificate,
        'cluster-signing-cert-file': pki.ca.certificate,
        'cluster-signing-key-file': pki.ca.key,
        'use-service-account-credentials': true,
      }),
    isReady: async ([port]) => {
      const [health, account] = await Promise.all([
        client.call(`https://127.0.0.1:${port ?? 0}/healthz?verbose`),
        client.call(`${serverUrl}/api/v1/namespaces/default/serviceaccounts/default`),
      ]);
      return health.status === 200 && started.test(health.text) && account.status === 200;
    },
  };
}

/**
 * In the output of the health endpoint: the controllers run. The endpoint is served before they start, and they add
 * their checks all at once.
 */
const started = /^\[\+\]serviceaccount-controller ok$/m;

/**
 * Flags for components that call the API server: no leader election, unused ports, and no client-side limit of 20
 * requests per second, which would delay tests.
 */
export const quietAndFast = {
  'leader-elect': false,
  'secure-port': 0,
  'kube-api-qps': 1_000,
  'kube-api-burst': 2_000,
} as const;

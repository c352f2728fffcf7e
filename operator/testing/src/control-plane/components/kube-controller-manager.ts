import type { Pki } from '../pki/index.ts';
import type { ServerClient } from '../server-client.ts';
import { flags, type Component } from './component.ts';

export interface ControllerManagerOptions {
  readonly command: string;
  readonly kubeconfig: string;
  readonly pki: Pki;
  readonly serverUrl: string;
  readonly client: ServerClient;
}

/**
 * The real controllers. Ready means that this launch has started all of them, and that the ServiceAccount that every Pod
 * of the namespace `default` needs is there, which alone would say nothing after a restart: the launch before has made it.
 */
export function kubeControllerManager(options: ControllerManagerOptions): Component {
  const { command, kubeconfig, pki, serverUrl, client } = options;
  return {
    name: 'kube-controller-manager',
    command,
    restarts: true,
    portCount: 1,
    args: ([port]) =>
      flags({
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

/** Its endpoint is served before its controllers start, which all join the list of checks at once when they have. */
const started = /^\[\+\]serviceaccount-controller ok$/m;

/**
 * For parts that call the API server: no election against nobody, no port that nobody asked for, and no throttle of 20
 * requests a second between a test and its answer.
 */
export const quietAndFast = {
  'leader-elect': false,
  'secure-port': 0,
  'kube-api-qps': 1_000,
  'kube-api-burst': 2_000,
} as const;

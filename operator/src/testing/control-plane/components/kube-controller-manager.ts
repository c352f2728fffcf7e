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
 * The real controllers. Ready means that the first of them has done something: the ServiceAccount that every Pod of
 * the namespace `default` needs is there.
 */
export function kubeControllerManager(options: ControllerManagerOptions): Component {
  const { command, kubeconfig, pki, serverUrl, client } = options;
  return {
    name: 'kube-controller-manager',
    command,
    restarts: true,
    portCount: 0,
    args: () =>
      flags({
        kubeconfig,
        'service-account-private-key-file': pki.serviceAccount.privateKey,
        'root-ca-file': pki.ca.certificate,
        'cluster-signing-cert-file': pki.ca.certificate,
        'cluster-signing-key-file': pki.ca.key,
        'use-service-account-credentials': true,
        ...quietAndFast,
      }),
    isReady: async () => {
      const { status } = await client.call(`${serverUrl}/api/v1/namespaces/default/serviceaccounts/default`);
      return status === 200;
    },
  };
}

/**
 * For parts that call the API server: no election against nobody, no port of their own, and no throttle of 20 requests
 * a second between a test and its answer.
 */
export const quietAndFast = {
  'leader-elect': false,
  'secure-port': 0,
  'kube-api-qps': 1_000,
  'kube-api-burst': 2_000,
} as const;

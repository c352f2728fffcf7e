import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';

import { exists, type Variables } from './environment.ts';
import type { Kubeconfig } from './kubeconfig.ts';
import { Unusable } from './entry.ts';

const mount = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Whether the kubelet has mounted a token. */
export function hasServiceAccount(folder: string = mount): Promise<boolean> {
  return exists(`${folder}/token`);
}

/** The ServiceAccount of a Pod as a kubeconfig, whose files the kubelet keeps fresh. */
export async function podKubeconfig(variables: Variables, folder: string = mount): Promise<Kubeconfig> {
  const namespaceFile = `${folder}/namespace`;
  const namespace = (await exists(namespaceFile)) ? await readFile(namespaceFile, 'utf8') : undefined;
  const named = (name: string, title: string, fields: object) =>
    new Map([[name, { title, folder, fields: { ...fields } }]]);
  const cluster = { server: serverIn(variables), 'certificate-authority': 'ca.crt' };
  const context = { cluster: 'inCluster', user: 'inClusterUser', namespace };
  return {
    clusters: named('inCluster', 'the cluster of the Pod', cluster),
    users: named('inClusterUser', 'the ServiceAccount of the Pod', { tokenFile: 'token' }),
    contexts: named('inClusterContext', 'the context of the Pod', context),
    currentContext: 'inClusterContext',
  };
}

/** Always https, as for client-go; client-node takes some ports for plain HTTP, and then refuses that. */
function serverIn({ KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '' }: Variables): string {
  if (host === '' || port === '') {
    throw new Unusable('KUBERNETES_SERVICE_HOST or KUBERNETES_SERVICE_PORT is not set');
  }
  return `https://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

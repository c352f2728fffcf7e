import { access, readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { delimiter, join } from 'node:path';

import type { CredentialsOptions } from './credentials.ts';
import { UnusableError } from './entry.ts';
import { type Kubeconfig, readKubeconfig } from './kubeconfig.ts';

/** Environment variables, as in `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Returns `process.env` at the time of the call: a program may set KUBECONFIG before it connects. */
export function getVariables(): Variables {
  // eslint-disable-next-line no-restricted-properties -- KUBECONFIG and HOME name files for every client of a cluster; they are not settings of ours
  return process.env;
}

/**
 * Returns the kubeconfig of the flag, of `KUBECONFIG`, of the Pod or of `~/.kube/config`, in this order; `undefined` if
 * none exists. Errors: `UnusableError`, or a file system error.
 */
export async function findKubeconfig(options: CredentialsOptions): Promise<Kubeconfig | undefined> {
  const { kubeconfig, inCluster = false, kubeconfigVariable = false, serviceAccountFolder: folder = mount } = options;
  const variables = getVariables();
  if (kubeconfig !== undefined) return readKubeconfig([kubeconfig]);
  if (inCluster && !kubeconfigVariable) return buildPodKubeconfig(variables, folder);
  const files = parseKubeconfigVariable(variables) ?? (await findHomeFile(variables));
  if (files !== undefined) return readKubeconfig(files);
  // The caller did not set `inCluster`, but the kubelet has mounted a token.
  return (await exists(`${folder}/token`)) ? buildPodKubeconfig(variables, folder) : undefined;
}

/** Parses the list of files in KUBECONFIG; `undefined` if the variable is unset. */
function parseKubeconfigVariable({ KUBECONFIG: value = '' }: Variables): readonly string[] | undefined {
  if (value === '') return undefined;
  const files = value.split(delimiter).filter((file) => file !== '');
  if (files.length === 0) throw new UnusableError('KUBECONFIG does not name a file');
  return files;
}

/** `~/.kube/config`, if it exists. */
async function findHomeFile(variables: Variables): Promise<readonly string[] | undefined> {
  for (const home of listHomes(variables)) {
    const file = join(home, '.kube', 'config');
    if (await exists(file)) return [file];
  }
  return undefined;
}

/** Candidates for the home folder, up to three on Windows. */
function listHomes({ HOME = '', HOMEDRIVE = '', HOMEPATH = '', USERPROFILE = '' }: Variables): readonly string[] {
  const onDrive = HOMEDRIVE === '' || HOMEPATH === '' ? '' : join(HOMEDRIVE, HOMEPATH);
  return [HOME, ...(process.platform === 'win32' ? [onDrive, USERPROFILE] : [])].filter((home) => home !== '');
}

const mount = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Builds a kubeconfig for the ServiceAccount of the Pod; the kubelet refreshes the files that it refers to. */
async function buildPodKubeconfig(variables: Variables, folder: string): Promise<Kubeconfig> {
  const namespaceFile = `${folder}/namespace`;
  const namespace = (await exists(namespaceFile)) ? await readFile(namespaceFile, 'utf8') : undefined;
  const named = (name: string, title: string, fields: object) =>
    new Map([[name, { title, folder, fields: { ...fields } }]]);
  const cluster = { server: buildServer(variables), 'certificate-authority': 'ca.crt' };
  const context = { cluster: 'inCluster', user: 'inClusterUser', namespace };
  return {
    clusters: named('inCluster', 'the cluster of the Pod', cluster),
    users: named('inClusterUser', 'the ServiceAccount of the Pod', { tokenFile: 'token' }),
    contexts: named('inClusterContext', 'the context of the Pod', context),
    currentContext: 'inClusterContext',
  };
}

/**
 * The URL of the API server in a Pod. Always https, like client-go; client-node uses plain HTTP for some ports, which
 * it then rejects itself.
 */
function buildServer({ KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '' }: Variables): string {
  if (host === '' || port === '') {
    throw new UnusableError('KUBERNETES_SERVICE_HOST or KUBERNETES_SERVICE_PORT is not set');
  }
  return `https://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

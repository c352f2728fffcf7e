import type { RunKubectl } from './cluster.ts';
import { CommandError, getMessage } from './report-error.ts';

/** A cluster that responded, or why none did. */
export type Connection = Reached | Unreached;

/** A cluster that responded. */
export interface Reached {
  readonly isReachable: true;
  /** Version of Kubernetes: `v1.36.4`. */
  readonly version: string;
  /** Version of kubectl. */
  readonly kubectlVersion: string;
  /** The context and the URL of the API server. */
  readonly place: string;
}

/** Why no cluster responded. */
export interface Unreached {
  readonly isReachable: false;
  /** False if neither the kubeconfig nor the user names a cluster. */
  readonly isConfigured: boolean;
  readonly reason: string;
}

/** How the user can name a cluster that responds. */
export const connectionRemedy =
  'check the kubeconfig, choose another context with --context, or start a cluster: kubewright dev';

/** Asks the cluster for its version. Never rejects. @param context the context as the user named it */
export async function connect(kubectl: RunKubectl, context: string | undefined): Promise<Connection> {
  const fail = (output: string, isConfigured = true): Unreached => ({
    ...{ isReachable: false, isConfigured: isConfigured || context !== undefined },
    reason: findReason(output),
  });
  try {
    const [version, current] = await Promise.all([
      kubectl(['version', '-o', 'json']),
      kubectl(['config', 'view', '--minify', '-o', 'jsonpath={.current-context} {.clusters[0].cluster.server}']),
    ]);
    if (/error loading config file/.test(current.stderr)) return fail(current.stderr);
    const [name = '', server = ''] = current.stdout.split(' ');
    const { clientVersion, serverVersion } = parseVersion(version.stdout);
    if (serverVersion === undefined) return fail(version.stderr, server !== '');
    const place = server === '' ? 'in this Pod' : `context ${context ?? name}, ${server}`;
    const kubectlVersion = clientVersion?.gitVersion ?? '';
    return { isReachable: true, version: serverVersion.gitVersion, kubectlVersion, place };
  } catch (cause) {
    return fail(getMessage(cause));
  }
}

/** Throws if no cluster responds. */
export async function requireConnection(kubectl: RunKubectl, context: string | undefined): Promise<void> {
  const connection = await connect(kubectl, context);
  if (connection.isReachable) return;
  const hint = connection.isConfigured
    ? `${connection.reason}; ${connectionRemedy}`
    : 'your kubeconfig has none; set KUBECONFIG, or start one: kubewright dev';
  throw new CommandError('reach a cluster', hint);
}

interface Version {
  readonly clientVersion?: { readonly gitVersion: string };
  readonly serverVersion?: { readonly gitVersion: string };
}

function parseVersion(printed: string): Version {
  return printed === '' ? {} : (JSON.parse(printed) as Version);
}

function findReason(output: string): string {
  const lines = output.trim().split('\n');
  return (lines.find((line) => /^(error|Error|The connection|Unable)/.test(line)) ?? lines.at(-1) ?? '').trim();
}

import { getMessage } from '../report-error.ts';
import type { RunKubectl } from '../cluster.ts';
import { type CheckResult, error, type Finding, warning } from './finding.ts';
import { isOlder } from './local.ts';

/** The result of the connection check, with the cluster that responded. */
export interface Connection extends CheckResult {
  readonly isReachable: boolean;
}

const oldestSupported = '1.30';
const oldestTested = '1.34';

/** Checks whether the cluster responds, and its version. @param context the context as the user named it */
export async function checkConnection(kubectl: RunKubectl, context: string | undefined): Promise<Connection> {
  try {
    const [version, current] = await Promise.all([
      kubectl(['version', '-o', 'json']),
      kubectl(['config', 'view', '--minify', '-o', 'jsonpath={.current-context} {.clusters[0].cluster.server}']),
    ]);
    if (/error loading config file/.test(current.stderr))
      return describeUnreachable(current.stderr, { context, isConfigured: true });
    const { serverVersion } = parseVersion(version.stdout);
    const [name = '', server = ''] = current.stdout.split(' ');
    if (serverVersion === undefined)
      return describeUnreachable(version.stderr, { context, isConfigured: server !== '' });
    const place = server === '' ? 'in this Pod' : `context ${context ?? name}, ${server}`;
    const { gitVersion } = serverVersion;
    const summary = `Kubernetes ${gitVersion} (${place})`;
    return { check: 'cluster', isReachable: true, summary, findings: judgeVersion(gitVersion) };
  } catch (cause) {
    return describeUnreachable(getMessage(cause), { context, isConfigured: true });
  }
}

interface Version {
  readonly serverVersion?: { readonly gitVersion: string };
}

function parseVersion(printed: string): Version {
  return printed === '' ? {} : (JSON.parse(printed) as Version);
}

const onlyLocal = 'only local checks ran';

function describeUnreachable(
  output: string,
  { context, isConfigured }: { readonly context: string | undefined; readonly isConfigured: boolean },
): Connection {
  const base = { check: 'cluster', isReachable: false };
  if (context === undefined && !isConfigured)
    return { ...base, summary: `your kubeconfig has no cluster: ${onlyLocal}`, findings: [] };
  const lines = output.trim().split('\n');
  const reason = (lines.find((line) => /^(error|Error|The connection|Unable)/.test(line)) ?? lines.at(-1) ?? '').trim();
  const message = `the cluster cannot be reached, so ${onlyLocal}: ${reason}`;
  const remedy = 'check the kubeconfig, choose another context with --context, or start a cluster: kubewright dev';
  return { ...base, summary: onlyLocal, findings: [(context === undefined ? warning : error)(message, remedy)] };
}

function judgeVersion(version: string): readonly Finding[] {
  if (isOlder(version, oldestSupported))
    return [error(`Kubernetes ${version} is not supported`, `update the cluster to ${oldestSupported} or newer`)];
  if (!isOlder(version, oldestTested)) return [];
  return [
    warning(`Kubewright is not tested on Kubernetes ${version}`, `update the cluster to ${oldestTested} or newer`),
  ];
}

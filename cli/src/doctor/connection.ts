import type { RunKubectl } from '../cluster.ts';
import { connect, connectionRemedy, type Unreached } from '../connection.ts';
import { type CheckResult, error, type Finding, warning } from './finding.ts';
import { isOlder } from './local.ts';

/** The result of the connection check. */
export interface ConnectionResult extends CheckResult {
  readonly isReachable: boolean;
}

const oldestSupported = '1.30';
const oldestTested = '1.34';

/** Checks whether the cluster responds, and its version. @param context the context as the user named it */
export async function checkConnection(kubectl: RunKubectl, context: string | undefined): Promise<ConnectionResult> {
  const connection = await connect(kubectl, context);
  if (!connection.isReachable) return describeUnreached(connection, context);
  const { isReachable, version, kubectlVersion, place } = connection;
  const summary = `Kubernetes ${version} (${place})`;
  const findings = [...judgeVersion(version), ...judgeKubectl(kubectlVersion, version)];
  return { check: 'cluster', isReachable, summary, findings };
}

const onlyLocal = 'only local checks ran';

function describeUnreached({ isConfigured, reason }: Unreached, context: string | undefined): ConnectionResult {
  const base = { check: 'cluster', isReachable: false };
  if (!isConfigured) return { ...base, summary: `your kubeconfig has no cluster: ${onlyLocal}`, findings: [] };
  const message = `the cluster cannot be reached, so ${onlyLocal}: ${reason}`;
  const finding = (context === undefined ? warning : error)(message, connectionRemedy);
  return { ...base, summary: onlyLocal, findings: [finding] };
}

function judgeVersion(version: string): readonly Finding[] {
  if (isOlder(version, oldestSupported))
    return [error(`Kubernetes ${version} is not supported`, `update the cluster to ${oldestSupported} or newer`)];
  if (!isOlder(version, oldestTested)) return [];
  return [
    warning(`Kubewright is not tested on Kubernetes ${version}`, `update the cluster to ${oldestTested} or newer`),
  ];
}

/** kubectl supports API servers up to one minor version apart: https://kubernetes.io/releases/version-skew-policy/#kubectl */
function judgeKubectl(kubectl: string, server: string): readonly Finding[] {
  const [own, other] = [kubectl, server].map((version) => Number(/^v1\.(\d+)/.exec(version)?.[1]));
  if (own === undefined || other === undefined || !(Math.abs(own - other) > 1)) return [];
  return [warning(`kubectl ${kubectl} does not support Kubernetes ${server}`, `install kubectl 1.${other}`)];
}

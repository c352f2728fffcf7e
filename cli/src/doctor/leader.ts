import { getListAt, getStringsAt } from '@kubewright/declaration';

import { getMessage } from '../report-error.ts';
import { getServiceAccount, type Installation, selectKinds } from '../render/manifests.ts';
import type { Cluster } from '../cluster.ts';
import { type CheckResult, error, type Finding, warning } from './finding.ts';

/** The Lease of the leader election, as the API server returns it. */
export interface StoredLease {
  readonly metadata: { readonly name: string };
  readonly spec?: {
    readonly holderIdentity?: string;
    readonly leaseDurationSeconds?: number;
    readonly acquireTime?: string;
    readonly renewTime?: string;
  };
}

export interface StoredDeployment {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly replicas?: number };
  readonly status?: { readonly readyReplicas?: number; readonly unavailableReplicas?: number };
}

/** The parts of the installation in the cluster that the checks read. */
export interface OperatorState {
  readonly namespace: string;
  readonly isInstalled: boolean;
  readonly deployment: StoredDeployment | undefined;
  readonly lease: StoredLease | undefined;
  /** Why some parts could not be read, such as missing permissions. */
  readonly problems: readonly string[];
}

/** Reads the operator's ServiceAccount, its Deployment and its Lease. Rejects only if kubectl does not start. */
export async function readState(cluster: Cluster, installation: Installation): Promise<OperatorState> {
  const { namespace } = installation;
  const [deployed] = selectKinds(installation, 'Deployment');
  const account = getServiceAccount(installation);
  const problems: string[] = [];
  const tryRead = async <T>(resource: string, name: string): Promise<T | undefined> =>
    cluster.tryGet<T>(resource, name, namespace).catch((cause: unknown) => {
      problems.push(getMessage(cause));
      return undefined;
    });
  const [serviceAccount, deployment, lease] = await Promise.all([
    tryRead('serviceaccount', account),
    tryRead<StoredDeployment>('deployment', deployed?.metadata.name ?? account),
    tryRead<StoredLease>('lease', findLeaseName(installation)),
  ]);
  return { namespace, isInstalled: serviceAccount !== undefined, deployment, lease, problems };
}

/** Finds the name of the Lease in the operator's roles. */
function findLeaseName(installation: Installation): string {
  const rules = selectKinds(installation, 'Role').flatMap((role) => getListAt(role, 'rules'));
  const own = rules.find(
    (rule) => getStringsAt(rule, 'resources').includes('leases') && getStringsAt(rule, 'resourceNames').length > 0,
  );
  return getStringsAt(own, 'resourceNames')[0] ?? '';
}

/** Whether a process holds the Lease; true if the user may not read all parts of the installation. */
export function isLed({ lease, problems }: Pick<OperatorState, 'lease' | 'problems'>, nowMs: number): boolean {
  return problems.length > 0 || isHeld(lease, nowMs);
}

function isHeld(lease: StoredLease | undefined, nowMs: number): boolean {
  const { holderIdentity = '', leaseDurationSeconds = 0, renewTime } = lease?.spec ?? {};
  if (holderIdentity === '' || renewTime === undefined) return false;
  return Date.parse(renewTime) + leaseDurationSeconds * 1000 > nowMs;
}

/**
 * Checks whether the operator runs. Reports no findings for an operator that is not deployed.
 * @param describePods returns why the operator's Pods are not ready
 */
export async function checkLeader(
  state: OperatorState,
  { nowMs, describePods }: { readonly nowMs: number; readonly describePods: () => Promise<string> },
): Promise<CheckResult> {
  const { deployment, problems } = state;
  if (problems.length > 0) return { check: 'operator', summary: '', findings: problems.map(judgeProblem) };
  const findings = deployment === undefined ? [] : judgeDeployment(state, deployment, nowMs);
  const isUnready = deployment !== undefined && countMissing(deployment) > 0;
  const pods = isUnready ? `\n${await describePods()}` : '';
  const place = deployment === undefined ? `not deployed in the namespace ${state.namespace}; ` : '';
  const explained = findings.map((finding, index) =>
    index === 0 ? { ...finding, message: `${finding.message}${pods}` } : finding,
  );
  return { check: 'operator', summary: `${place}${describeLease(state.lease, nowMs)}`, findings: explained };
}

function judgeProblem(problem: string): Finding {
  return warning(`cannot tell whether the operator runs: ${problem}`, 'ask for the permission');
}

function judgeDeployment(state: OperatorState, deployment: StoredDeployment, nowMs: number): readonly Finding[] {
  const { namespace, lease } = state;
  const { name } = deployment.metadata;
  const replicas = deployment.spec.replicas ?? 1;
  const missing = countMissing(deployment);
  const title = `the Deployment ${namespace}/${name}`;
  if (replicas === 0)
    return [
      warning(`${title} is scaled to 0`, `kubectl scale deployment ${name} --namespace ${namespace} --replicas 1`),
    ];
  const log = `read its log: kubectl logs deployment/${name} --namespace ${namespace}`;
  const unready = `${missing} of its Pods ${missing === 1 ? 'is' : 'are'} not ready`;
  if (!isLed(state, nowMs))
    return [error(`no Pod of ${title} leads: ${describeLease(lease, nowMs)}${missing > 0 ? `; ${unready}` : ''}`, log)];
  return missing > 0 ? [warning(`${title}: ${unready}`, log)] : [];
}

/** Counts Pods that are not ready. During a rollout, `readyReplicas` can include Pods of the previous version. */
function countMissing({ spec, status = {} }: StoredDeployment): number {
  return Math.max((spec.replicas ?? 1) - (status.readyReplicas ?? 0), status.unavailableReplicas ?? 0);
}

/** Formats the state of a Lease: `the Lease coffee-shops is held by x-1 since 2 h, renewed 3 s ago`. */
export function describeLease(lease: StoredLease | undefined, nowMs: number): string {
  if (lease === undefined) return 'the Lease does not exist';
  const { holderIdentity = '', acquireTime, renewTime } = lease.spec ?? {};
  const title = `the Lease ${lease.metadata.name}`;
  if (holderIdentity === '' || renewTime === undefined) return `${title} is released`;
  const [held, renewed] = [acquireTime ?? renewTime, renewTime].map((time) => formatAge(nowMs - Date.parse(time)));
  if (isHeld(lease, nowMs)) return `${title} is held by ${holderIdentity} since ${held}, renewed ${renewed} ago`;
  return `${title} has expired: ${holderIdentity} renewed it ${renewed} ago`;
}

/** Formats a duration in its largest unit: `3 s`, `5 min`, `2 h`, `4 d`. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`;
}

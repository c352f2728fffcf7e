import type { OperatorDeclaration } from '@kubewright/infra';
import type { OperatorDefinition } from '@kubewright/runtime';
import { describeUnreadyPods, inspectBinaries } from '@kubewright/testing';

import { ownPackage } from '../own-package.ts';
import { declareOperator, describeVersionDrift, loadOperator, type Project } from '../project.ts';
import { type Installation, renderInstallation, selectKinds } from '../render/manifests.ts';
import { describeError } from '../report-error.ts';
import { type Cluster, createCluster, createKubectl } from '../cluster.ts';
import { checkConnection } from './connection.ts';
import { checkCrds } from './crds.ts';
import { checkFinalizers } from './finalizers.ts';
import { type CheckResult, error, warning } from './finding.ts';
import { checkLeader, isLed, readState } from './leader.ts';
import { checkBinaries, checkNode } from './local.ts';
import { checkPermissions } from './permissions.ts';
import type { RunningChecks } from './running-checks.ts';
import { checkWebhooks } from './webhooks.ts';

export interface DoctorFlags {
  readonly context?: string;
  readonly namespace?: string;
}

/** Checks this machine, the project and a cluster. Resolves with the results of all checks that could run. */
export async function examine(
  project: Project,
  { context, namespace }: DoctorFlags,
  checks: RunningChecks,
): Promise<readonly CheckResult[]> {
  const kubectl = createKubectl(context);
  const [binaries, code, connection] = await Promise.all([
    checks.run('control plane', async () => checkBinaries(await inspectBinaries())),
    checks.run('code', () => readCode(project, namespace)),
    checks.run('cluster', () => checkConnection(kubectl, context)),
  ]);
  const local = [checkNode(process.versions.node, ownPackage.engines.node), binaries, code, connection];
  const isReachable = 'isReachable' in connection && connection.isReachable;
  if (!isReachable || !('installation' in code)) return local;
  const subject = { code, cluster: createCluster(kubectl), checks };
  return [...local, ...(await examineCluster(subject))];
}

/** The project's operator, loaded from its current sources. */
interface Code extends CheckResult {
  readonly operator: OperatorDefinition;
  readonly declaration: OperatorDeclaration;
  readonly installation: Installation;
}

async function readCode(project: Project, namespace: string | undefined): Promise<Code | CheckResult> {
  try {
    const operator = await loadOperator(project);
    const declaration = await declareOperator(project);
    // Rendering needs an image, but no check reads it.
    const complete = { ...project, image: project.image ?? declaration.name };
    const installation = renderInstallation(complete, declaration, namespace === undefined ? {} : { namespace });
    const summary = `${declaration.name} ${declaration.version}, environment ${installation.environment}, namespace ${installation.namespace}`;
    const drift = describeVersionDrift(project, operator);
    const findings = drift === undefined ? [] : [warning(drift, 'set both versions to the version that you release')];
    return { check: 'code', summary, findings, operator, declaration, installation };
  } catch (cause) {
    const message = `the operator cannot be loaded or rendered, so the installation in the cluster was not checked: ${describeError(cause)}`;
    return {
      check: 'code',
      summary: '',
      findings: [
        error(message, 'fix this error, then run `kubewright doctor` again; `kubewright synth` shows the same error'),
      ],
    };
  }
}

interface Subject {
  readonly code: Code;
  readonly cluster: Cluster;
  readonly checks: RunningChecks;
}

async function examineCluster({ code, cluster, checks }: Subject): Promise<readonly CheckResult[]> {
  const { installation, declaration, operator } = code;
  const state = await readState(cluster, installation);
  const { isInstalled } = state;
  const nowMs = Date.now();
  const describePods = (): Promise<string> => describeUnreadyPods(cluster.read, selectPods(installation));
  return Promise.all([
    checks.run('CRDs', () => checkCrds(declaration, cluster)),
    checks.run('permissions', () => checkPermissions(cluster, { installation, isInstalled })),
    checks.run('operator', () => checkLeader(state, { nowMs, describePods })),
    checks.run('finalizers', () =>
      checkFinalizers(cluster, { operator, declaration, isLed: isLed(state, nowMs), nowMs }),
    ),
    ...(state.deployment === undefined ? [] : [checks.run('webhooks', () => checkWebhooks(cluster, installation))]),
  ]);
}

function selectPods(installation: Installation): { readonly namespace: string; readonly labelSelector: string } {
  const [deployment] = selectKinds(installation, 'Deployment');
  const { matchLabels = {} } =
    (deployment?.['spec'] as { selector?: { matchLabels?: Record<string, string> } }).selector ?? {};
  const pairs = Object.entries(matchLabels).map(([name, value]) => `${name}=${value}`);
  return { namespace: installation.namespace, labelSelector: pairs.join(',') };
}

import type { EnvVar, ResourceRequirements } from 'kubernetes-types/core/v1';

import { finalizedApis, type OperatorDeclaration } from '../declaration/index.ts';
import type { OperatorMetrics, OperatorOptions } from '../options/index.ts';
import { checkAccepted, chooseControllers, chooseNamespaces, givenDeclaration } from './declared.ts';
import type { Faults } from './faults.ts';
import { type Marks, recommendedLabels, selectorLabels } from './marks.ts';
import type { MergedProps } from './merge.ts';
import { checkVolumes, containerResources, imageReference, imageTag } from './pods.ts';
import { numberSetting } from './settings.ts';
import { environmentVariables } from './variables.ts';
import { planWebhooks, type WebhooksPlan, webhookVariables } from './webhooks.ts';
import { checkedMetrics, checkLeaseTiming, planPorts, planWorkload, type Ports, type Workload } from './workload.ts';

/** Everything that the objects of one installation say, computed from the options. */
export interface OperatorPlan extends Marks {
  readonly declaration: OperatorDeclaration;
  readonly namespace: string;
  readonly selector: Readonly<Record<string, string>>;
  readonly image: string;
  readonly options: OperatorOptions;
  readonly metrics: OperatorMetrics;
  readonly leaseName: string;
  /** Name of the LimitRange in which the operator says what needs it; `undefined`: it says that nowhere. */
  readonly inUseName: string | undefined;
  /** `undefined`: the whole cluster. */
  readonly namespaces: readonly string[] | undefined;
  /** Names of those that run; `undefined`: all. */
  readonly controllers: readonly string[] | undefined;
  readonly variables: readonly EnvVar[];
  readonly resources: ResourceRequirements;
  readonly ports: Ports;
  /** `undefined`: it serves none. */
  readonly webhooks: WebhooksPlan | undefined;
  readonly workload: Workload;
  /** Seconds from SIGTERM to SIGKILL. */
  readonly terminationGracePeriodSeconds: number;
}

/** Seconds after the operator's own grace period, to finish writes and to release the Lease. */
const releaseSeconds = 15;
/** Seconds until API servers have learnt that a Pod stops, and every request under way has its answer. */
const drainSeconds = 15;

/** What an operator is planned from. */
interface PlanContext {
  readonly declaration: OperatorDeclaration;
  /** Namespace of the chart. */
  readonly chartNamespace: string | undefined;
  readonly faults: Faults;
}

/** Computes the plan from the options. What contradicts the declaration, or another option, is a fault. */
export function planOperator(
  options: MergedProps,
  { faults, chartNamespace }: Omit<PlanContext, 'declaration'>,
): OperatorPlan {
  const declaration = givenDeclaration(options.declaration, faults);
  const { environment: _, declaration: __, ...others } = options;
  const identity = identityOf(options, { declaration, chartNamespace, faults });
  const { name, namespace } = identity;
  const running = faults.attempt(() => chooseControllers(declaration, options.controllers), declaration.controllers);
  const namespaces = faults.attempt(() => chooseNamespaces(declaration, running, options.namespaces), undefined);
  const installation = { name, namespace, webhooks: options.webhooks, namespaces };
  const webhooks = faults.attempt(() => planWebhooks(declaration, installation), undefined);
  const creating = { controllers: running, namespaces, accepted: options.createsEverywhere };
  faults.attempt(() => checkAccepted(declaration, creating), undefined);
  faults.attempt(() => checkLeaseTiming(declaration, options.settings ?? {}), undefined);
  const shared = {
    ...identity,
    ...{ declaration, namespaces, webhooks, options: others },
    metrics: faults.attempt(() => checkedMetrics(declaration, options.metrics), {}),
    controllers: options.controllers && running.map((controller) => controller.name),
    inUseName: inUseName(declaration, name, options),
  };
  faults.attempt(() => checkVolumes(shared), undefined);
  return {
    ...shared,
    image: faults.attempt(() => imageReference(declaration, options.image), declaration.name),
    variables: environmentVariables(declaration, {
      ...{ ...shared, faults },
      webhooks: webhookVariables(declaration, webhooks),
    }),
    resources: faults.attempt(() => containerResources(options.resources ?? {}), {}),
    ports: faults.attempt(() => planPorts(declaration, options, webhooks !== undefined), {
      ...declaration.ports,
      webhooks: declaration.ports.webhooks,
    }),
    workload: planWorkload(options, { name, faults }),
    terminationGracePeriodSeconds:
      terminationSeconds(declaration, options) + (webhooks === undefined ? 0 : drainSeconds),
  };
}

type Identity = Pick<OperatorPlan, 'name' | 'namespace' | 'leaseName' | 'selector' | 'labels' | 'annotations'>;

/** By what the objects of an installation are known. */
function identityOf(options: MergedProps, { declaration, chartNamespace, faults }: PlanContext): Identity {
  const given = options.name ?? options.environment?.installation;
  const name = given ?? declaration.name;
  const instance = { component: 'operator', instance: name };
  const recommended = { ...instance, version: imageTag(declaration, options.image) };
  return {
    name,
    namespace: namespaceOf(options, { declaration, chartNamespace, faults }),
    leaseName: given ?? declaration.leaderElection.leaseName,
    selector: selectorLabels(declaration, instance),
    labels: { ...options.labels, ...recommendedLabels(declaration, recommended) },
    annotations: options.annotations ?? {},
  };
}

function namespaceOf(options: MergedProps, { declaration, chartNamespace, faults }: PlanContext): string {
  const namespace = options.namespace ?? options.environment?.namespace ?? chartNamespace;
  if (namespace === undefined) faults.add('namespace is missing: pass it, pass an environment, or give the chart one');
  return namespace ?? declaration.name;
}

/** An operator that was built before there was such a setting says nothing. */
function inUseName(declaration: OperatorDeclaration, name: string, options: OperatorOptions): string | undefined {
  const { removalGuard = false, controllers } = options;
  if (!removalGuard || finalizedApis(declaration, controllers).length === 0) return undefined;
  return declaration.settings.some(({ env }) => env === 'IN_USE_NAME') ? `${name}-in-use` : undefined;
}

function terminationSeconds(declaration: OperatorDeclaration, { settings = {} }: OperatorOptions): number {
  return (numberSetting(declaration, settings, 'GRACE_PERIOD_SECONDS')?.value ?? 30) + releaseSeconds;
}

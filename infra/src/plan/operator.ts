import type { EnvVar, ResourceRequirements } from 'kubernetes-types/core/v1';

import { listFinalizingControllers, type OperatorDeclaration } from '../declaration/index.ts';
import type { OperatorMetrics, OperatorOptions } from '../options/index.ts';
import { checkAccepted, chooseControllers, chooseNamespaces, resolveDeclaration } from './declaration.ts';
import type { OptionErrors } from './option-errors.ts';
import { type CommonMetadata, buildRecommendedLabels, buildSelectorLabels } from './metadata.ts';
import type { MergedProps } from './merge.ts';
import { checkVolumes, buildResources, formatImageReference, getImageTag } from './pods.ts';
import { findNumberSetting } from './settings.ts';
import { buildEnvironmentVariables } from './variables.ts';
import { planWebhooks, type WebhooksPlan, buildWebhookVariables } from './webhooks.ts';
import { validateMetrics, checkLeaseTiming, planPorts, planWorkload, type Ports, type Workload } from './workload.ts';

/** The plan of one installation, from which its objects are built. */
export interface OperatorPlan extends CommonMetadata {
  readonly declaration: OperatorDeclaration;
  readonly namespace: string;
  readonly selector: Readonly<Record<string, string>>;
  readonly image: string;
  readonly options: OperatorOptions;
  readonly metrics: OperatorMetrics;
  readonly leaseName: string;
  /**
   * Name of the LimitRange in which the operator records the custom resources that need it; `undefined` without a
   * record.
   */
  readonly inUseName: string | undefined;
  /** The namespaces that the operator serves; `undefined` for the whole cluster. */
  readonly namespaces: readonly string[] | undefined;
  /** Names of the running controllers; `undefined` for all controllers. */
  readonly controllers: readonly string[] | undefined;
  readonly variables: readonly EnvVar[];
  readonly resources: ResourceRequirements;
  readonly ports: Ports;
  /** The plan of the webhooks; `undefined` if the operator does not serve webhooks. */
  readonly webhooks: WebhooksPlan | undefined;
  readonly workload: Workload;
  /** Seconds from SIGTERM to SIGKILL. */
  readonly terminationGracePeriodSeconds: number;
}

/** Seconds after the operator's own grace period, to finish writes and to release the Lease. */
const releaseSeconds = 15;
/** Seconds until API servers notice that a Pod stops, and every running request has its response. */
const drainSeconds = 35;

interface PlanContext {
  readonly declaration: OperatorDeclaration;
  /** Namespace of the chart. */
  readonly chartNamespace: string | undefined;
  readonly errors: OptionErrors;
}

/** Computes the plan from the options. Adds contradictions with the declaration or another option to `errors`. */
export function planOperator(
  options: MergedProps,
  { errors, chartNamespace }: Omit<PlanContext, 'declaration'>,
): OperatorPlan {
  const declaration = resolveDeclaration(options.declaration, errors);
  const { environment: _, declaration: __, ...others } = options;
  const identity = planIdentity(options, { declaration, chartNamespace, errors });
  const { name, namespace } = identity;
  const running = errors.attempt(() => chooseControllers(declaration, options.controllers), declaration.controllers);
  const namespaces = errors.attempt(() => chooseNamespaces(declaration, running, options.namespaces), undefined);
  const installation = { name, namespace, webhooks: options.webhooks, namespaces };
  const webhooks = errors.attempt(() => planWebhooks(declaration, installation), undefined);
  const creating = { controllers: running, namespaces, accepted: options.createsEverywhere };
  errors.attempt(() => checkAccepted(declaration, creating), undefined);
  errors.attempt(() => checkLeaseTiming(declaration, options.settings ?? {}), undefined);
  const shared = {
    ...identity,
    ...{ declaration, namespaces, webhooks, options: others },
    metrics: errors.attempt(() => validateMetrics(declaration, options.metrics), {}),
    controllers: options.controllers && running.map((controller) => controller.name),
    inUseName: planInUseName(declaration, name, options),
  };
  errors.attempt(() => checkVolumes(shared), undefined);
  return {
    ...shared,
    image: errors.attempt(() => formatImageReference(declaration, options.image), declaration.name),
    variables: buildEnvironmentVariables(declaration, {
      ...{ ...shared, errors },
      webhooks: buildWebhookVariables(declaration, webhooks),
    }),
    resources: errors.attempt(() => buildResources(options.resources ?? {}), {}),
    ports: errors.attempt(() => planPorts(declaration, options, webhooks !== undefined), {
      ...declaration.ports,
      webhooks: declaration.ports.webhooks,
    }),
    workload: planWorkload(options, { name, errors }),
    terminationGracePeriodSeconds:
      computeTerminationSeconds(declaration, options) + (webhooks === undefined ? 0 : drainSeconds),
  };
}

type Identity = Pick<OperatorPlan, 'name' | 'namespace' | 'leaseName' | 'selector' | 'labels' | 'annotations'>;

/** Names, namespace and labels of the installation's objects. */
function planIdentity(options: MergedProps, { declaration, chartNamespace, errors }: PlanContext): Identity {
  const given = options.name ?? options.environment?.installation;
  const name = given ?? declaration.name;
  const instance = { component: 'operator', instance: name };
  const recommended = { ...instance, version: getImageTag(declaration, options.image) };
  return {
    name,
    namespace: resolveOperatorNamespace(options, { declaration, chartNamespace, errors }),
    leaseName: given ?? declaration.leaderElection.leaseName,
    selector: buildSelectorLabels(declaration, instance),
    labels: { ...options.labels, ...buildRecommendedLabels(declaration, recommended) },
    annotations: options.annotations ?? {},
  };
}

function resolveOperatorNamespace(options: MergedProps, { declaration, chartNamespace, errors }: PlanContext): string {
  const namespace = options.namespace ?? options.environment?.namespace ?? chartNamespace;
  if (namespace === undefined) errors.add('namespace is missing: pass it, pass an environment, or set it on the chart');
  return namespace ?? declaration.name;
}

/**
 * Operators that were generated by older versions do not declare the setting, so they do not record custom resources.
 */
function planInUseName(declaration: OperatorDeclaration, name: string, options: OperatorOptions): string | undefined {
  const { removalGuard = false, controllers } = options;
  if (!removalGuard || listFinalizingControllers(declaration, controllers).length === 0) return undefined;
  return declaration.settings.some(({ env }) => env === 'IN_USE_NAME') ? `${name}-in-use` : undefined;
}

function computeTerminationSeconds(declaration: OperatorDeclaration, { settings = {} }: OperatorOptions): number {
  return (findNumberSetting(declaration, settings, 'GRACE_PERIOD_SECONDS')?.value ?? 30) + releaseSeconds;
}

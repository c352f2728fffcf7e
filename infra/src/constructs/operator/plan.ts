import type { EnvVar, ResourceRequirements } from 'kubernetes-types/core/v1';
import type { OperatorMetrics, OperatorOptions, OperatorProps } from '../../options/index.ts';

import { finalizedApis, type OperatorDeclaration } from '../../declaration/index.ts';
import type { Faults } from '../checks/index.ts';
import { recommendedLabels, selectorLabels } from '../labels.ts';
import { containerResources } from '../pod/index.ts';
import { chooseControllers, chooseNamespaces } from '../rbac/index.ts';
import { planWebhooks, type WebhooksPlan, webhookVariables } from '../webhooks/index.ts';
import { environmentVariables } from './environment-variables.ts';
import { checkAccepted } from './creates-everywhere.ts';
import { imageReference, imageTag } from './image.ts';
import { checkLeaseTiming } from './lease-timing.ts';
import { checkedMetrics } from './metrics.ts';
import { planPorts, type Ports } from './ports.ts';
import { numberSetting } from './settings.ts';
import { checkVolumes } from './volumes.ts';
import { planWorkload, type Workload } from './workload.ts';

/** The values that the objects of one installation share, computed from the props. */
export interface OperatorPlan {
  readonly declaration: OperatorDeclaration;
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
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
export interface PlanContext {
  readonly declaration: OperatorDeclaration;
  /** Namespace of the chart. */
  readonly chartNamespace: string | undefined;
  readonly faults: Faults;
}

/** Computes the plan from the props. What contradicts the declaration, or another prop, is a fault. */
export function planOperator(props: OperatorProps, context: PlanContext): OperatorPlan {
  const { declaration, faults } = context;
  const options = merged(props);
  const identity = identityOf(props, options, context);
  const { name, namespace } = identity;
  const controllers = faults.attempt(
    () => chooseControllers(declaration, options.controllers),
    declaration.controllers,
  );
  const namespaces = faults.attempt(() => chooseNamespaces(declaration, controllers, options.namespaces), undefined);
  const installation = { name, namespace, webhooks: options.webhooks, namespaces };
  const webhooks = faults.attempt(() => planWebhooks(declaration, installation), undefined);
  checkRelations(declaration, { options, controllers, namespaces }, faults);
  const shared = {
    ...identity,
    ...{ declaration, namespaces, options, webhooks },
    metrics: faults.attempt(() => checkedMetrics(declaration, options.metrics), {}),
    controllers: options.controllers && controllers.map((controller) => controller.name),
    inUseName: inUseName(declaration, name, options),
  };
  faults.attempt(() => checkVolumes(shared), undefined);
  return {
    ...shared,
    image: faults.attempt(() => imageReference(declaration, options.image), declaration.name),
    variables: environmentVariables(declaration, {
      ...{ ...shared, faults },
      settings: options.settings ?? {},
      isIPv4: options.ipFamily === 'IPv4',
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
function identityOf(props: OperatorProps, options: OperatorOptions, context: PlanContext): Identity {
  const { declaration } = context;
  const given = props.name ?? props.environment?.installation;
  const name = given ?? declaration.name;
  const instance = { component: 'operator', instance: name };
  const recommended = { ...instance, version: imageTag(declaration, options.image) };
  return {
    name,
    namespace: namespaceOf(props, context),
    leaseName: given ?? declaration.leaderElection.leaseName,
    selector: selectorLabels(declaration, instance),
    labels: { ...options.labels, ...recommendedLabels(declaration, recommended) },
    annotations: options.annotations ?? {},
  };
}

function namespaceOf(props: OperatorProps, { declaration, chartNamespace, faults }: PlanContext): string {
  const namespace = props.namespace ?? props.environment?.namespace ?? chartNamespace;
  if (namespace === undefined) faults.add('namespace is missing: pass it, pass an environment, or give the chart one');
  return namespace ?? declaration.name;
}

/** An operator that was built before there was such a setting says nothing. */
function inUseName(declaration: OperatorDeclaration, name: string, options: OperatorOptions): string | undefined {
  const { removalGuard = false, controllers } = options;
  if (!removalGuard || finalizedApis(declaration, controllers).length === 0) return undefined;
  return declaration.settings.some(({ env }) => env === 'IN_USE_NAME') ? `${name}-in-use` : undefined;
}

interface Related extends Pick<OperatorPlan, 'options' | 'namespaces'> {
  readonly controllers: OperatorDeclaration['controllers'];
}

function checkRelations(
  declaration: OperatorDeclaration,
  { options, controllers, namespaces }: Related,
  faults: Faults,
): void {
  const creating = { controllers, namespaces, accepted: options.createsEverywhere };
  faults.attempt(() => checkAccepted(declaration, creating), undefined);
  faults.attempt(() => checkLeaseTiming(declaration, options.settings ?? {}), undefined);
}

/** The options of the environment, and over them those that are given beside it. */
function merged(props: OperatorProps): OperatorOptions {
  const environment: OperatorOptions = props.environment ?? {};
  return {
    ...environment,
    ...defined(props),
    settings: { ...environment.settings, ...defined(props.settings ?? {}) },
    labels: { ...environment.labels, ...props.labels },
    annotations: { ...environment.annotations, ...props.annotations },
  };
}

function terminationSeconds(declaration: OperatorDeclaration, { settings = {} }: OperatorOptions): number {
  return (numberSetting(declaration, settings, 'GRACE_PERIOD_SECONDS')?.value ?? 30) + releaseSeconds;
}

/** `value` without the keys whose value is undefined: `{ replicas: undefined }` means the same as `{}`. */
function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;
}

import type { OperatorDeclaration } from '../../declaration/index.ts';
import { recommendedLabels, selectorLabels } from '../labels.ts';
import { chooseControllers, chooseNamespaces } from '../rbac/index.ts';
import { planWebhooks, type WebhooksPlan, webhookVariables } from '../webhooks/index.ts';
import type { EnvironmentOptions } from './environment-variables.ts';
import { imageReference, imageTag } from './image.ts';
import { checkLeaseTiming } from './lease-timing.ts';
import { checkedMetrics } from './metrics.ts';
import type { OperatorOptions, OperatorProps } from './options.ts';
import { planPorts, type Ports } from './ports.ts';
import { numberSetting } from './settings.ts';

/** The values that the objects of one installation share, computed from the props. */
export interface OperatorPlan {
  readonly declaration: OperatorDeclaration;
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly selector: Readonly<Record<string, string>>;
  readonly image: string;
  readonly options: OperatorOptions;
  readonly replicas: number;
  readonly environment: EnvironmentOptions;
  readonly ports: Ports;
  /** `undefined`: it serves none. */
  readonly webhooks: WebhooksPlan | undefined;
  /** Seconds from SIGTERM to SIGKILL. */
  readonly terminationGracePeriodSeconds: number;
}

/** Seconds after the operator's own grace period, to finish writes and to release the Lease. */
const releaseSeconds = 15;

/** Seconds until API servers have learnt that a Pod stops, and every request under way has its answer. */
const drainSeconds = 15;

/**
 * Pure: computes the plan from the props.
 *
 * Throws if the props contradict the declaration, or if no namespace is known.
 */
export function planOperator(
  declaration: OperatorDeclaration,
  props: OperatorProps,
  chartNamespace: string | undefined,
): OperatorPlan {
  const options: OperatorOptions = { ...props.environment, ...defined(props) };
  const name = checkedName(props.name ?? declaration.name);
  const labels = { component: 'operator', instance: name };
  const environment = planEnvironment(declaration, options, props.name);
  const { namespaces } = environment;
  const namespace = checkedNamespace(props.namespace ?? props.environment?.namespace ?? chartNamespace);
  const webhooks = planWebhooks(declaration, { name, namespace, webhooks: options.webhooks, namespaces });
  checkLeaseTiming(declaration, options.settings ?? {});
  return {
    declaration,
    name,
    namespace,
    labels: recommendedLabels(declaration, { ...labels, version: imageTag(declaration, options.image) }),
    selector: selectorLabels(declaration, labels),
    image: imageReference(declaration, options.image),
    options,
    replicas: checkedReplicas(options.replicas),
    environment: { ...environment, webhooks: webhookVariables(declaration, webhooks) },
    ports: planPorts(declaration, options, webhooks !== undefined),
    webhooks,
    terminationGracePeriodSeconds:
      terminationSeconds(declaration, options) + (webhooks === undefined ? 0 : drainSeconds),
  };
}

function planEnvironment(
  declaration: OperatorDeclaration,
  options: OperatorOptions,
  name: string | undefined,
): Omit<EnvironmentOptions, 'webhooks'> {
  const controllers = chooseControllers(declaration, options.controllers);
  return {
    settings: options.settings ?? {},
    leaseName: name ?? declaration.leaderElection.leaseName,
    namespaces: chooseNamespaces(declaration, controllers, options.namespaces),
    controllers: options.controllers && controllers.map((controller) => controller.name),
    metrics: checkedMetrics(declaration, options.metrics),
  };
}

function terminationSeconds(declaration: OperatorDeclaration, { settings = {} }: OperatorOptions): number {
  return (numberSetting(declaration, settings, 'GRACE_PERIOD_SECONDS')?.value ?? 30) + releaseSeconds;
}

/** `value` without the keys whose value is undefined: `{ replicas: undefined }` means the same as `{}`. */
function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;
}

function checkedName(name: string): string {
  // The longest derived name is `<name>-leader-election`, and the name of a Service starts with a letter.
  if (/^[a-z]([-a-z0-9]{0,45}[a-z0-9])?$/.test(name)) return name;
  throw new Error(
    `name ${JSON.stringify(name)} must be a DNS label of at most 47 characters that starts with a letter`,
  );
}

function checkedNamespace(namespace: string | undefined): string {
  if (namespace !== undefined) return namespace;
  throw new Error('namespace is missing: pass it, pass an environment, or give the chart one');
}

function checkedReplicas(replicas = 2): number {
  if (Number.isSafeInteger(replicas) && replicas >= 0) return replicas;
  throw new Error(`replicas must be a whole number of at least 0, but is ${replicas}`);
}

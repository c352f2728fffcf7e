import {
  checkSettingsTable,
  formats,
  formatKind,
  getMember,
  type Kind,
  OperatorError,
  type Please,
  type SettingsTable,
  findDuplicate,
} from '../base/index.ts';
import type { PolicyDefinition, WebhookDefinition } from '../admission/index.ts';
import { type Api, isApi } from '../api/index.ts';
import type { ConversionDefinition } from '../conversion/index.ts';
import type { ControllerDefinition } from '../reconcile/index.ts';
import { inUseSettings } from './in-use.ts';
import { buildNamespaceSettings, findSelectorProblem, type NamespacesOptions } from './selected-namespaces.ts';
import { conversionSettings, webhookSettings } from './webhooks/webhook-settings.ts';

/** An operator: a name, and the controllers that run in one process. */
export interface OperatorDefinition {
  /**
   * A DNS label: lower case, digits and `-`. It names the Lease, the field managers and the managed-by label of
   * children, so it must never change.
   */
  readonly name: string;
  /** The version of the operator. It must be a valid image tag. */
  readonly version: string;
  /** The controllers, at least one. Each has its own name and its own kind. */
  readonly controllers: readonly ControllerDefinition[];
  /**
   * Kinds of the operator without a controller, such as configuration that controllers and webhooks read. The
   * operator's manifests include their CRDs. Only the controllers and webhooks that read such a kind get permissions
   * for it. @default - none
   */
  readonly apis?: readonly Api[];
  /** @deprecated `apis` */
  readonly kinds?: Please<'use apis, for kinds without a controller'>;
  /**
   * The namespaces to serve, by label. Named namespaces (`--watch-namespaces`) take precedence. @default - the whole
   * cluster
   */
  readonly namespaces?: NamespacesOptions;
  /** Webhooks that validate and complete objects on writes, with unique names. @default - none */
  readonly webhooks?: readonly WebhookDefinition[];
  /**
   * The conversions of kinds that have several versions. The hub of each is the kind of a controller, or one of `apis`.
   * @default - each kind has one version
   */
  readonly conversions?: readonly ConversionDefinition[];
  /**
   * Admission policies, which the API server evaluates, with unique names. The operator's process does not use them;
   * `@kubewright/infra` deploys them from `declaration.json`. @default - none
   */
  readonly policies?: readonly PolicyDefinition[];
}

/** What a process passes to its operator. */
export interface ProcessInput {
  /** Command-line arguments after the name of the script. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Stops the operator when it aborts, like SIGTERM: for tests, and for programs that run several operators. @default -
   * never
   */
  readonly signal?: AbortSignal;
}

/** Lists every kind of the operator: those of its controllers, then those in `apis`. */
export function listApis({ controllers, apis = [] }: Pick<OperatorDefinition, 'controllers' | 'apis'>): readonly Api[] {
  return [...controllers.map(({ api }) => api).filter(isApi), ...apis];
}

const imageTag = /^[A-Za-z0-9_][\w.-]{0,127}$/;

/** Validates an operator. Errors: `DECLARATION_INVALID` if it cannot run, or cannot be deployed. */
export function checkOperator(operator: OperatorDefinition): void {
  const { name, version, controllers, namespaces, conversions = [] } = operator;
  const selector = namespaces && findSelectorProblem(namespaces.labelSelector);
  const alone = conversions.find(({ hub }) => !listApis(operator).some((api) => api === hub));
  const problems = [
    !formats.label.pattern.test(name) &&
      `the name must be a DNS label, because the Lease has the same name: ${formats.label.words}`,
    !imageTag.test(version) && `the version ${JSON.stringify(version)} must be a valid image tag, such as 1.2.3`,
    controllers.length === 0 && 'the operator does not have a controller: add at least one',
    selector !== undefined && `namespaces.labelSelector: ${selector}`,
    ...findDuplicateNames(operator),
    ...findDuplicateKinds(operator),
    alone !== undefined &&
      `the conversion ${alone.name} has the hub ${formatKind(alone.hub)}, which no controller reconciles: add a controller, or add the hub to apis`,
  ];
  const hint = problems.find((problem) => problem !== false);
  if (hint !== undefined)
    throw new OperatorError('DECLARATION_INVALID', `define the operator ${JSON.stringify(name)}`, { hint });
}

/** The lists whose items need unique names, and how to fix a duplicate. */
const named = {
  controllers: 'remove or rename one',
  webhooks: 'merge them, or rename one',
  conversions: 'rename one',
  policies: 'rename one',
} as const;

function findDuplicateNames(operator: OperatorDefinition): readonly string[] {
  return (Object.keys(named) as (keyof typeof named)[]).flatMap((what) => {
    const name = findDuplicate((operator[what] ?? []).map((each) => each.name));
    return name === undefined ? [] : [`two ${what} have the name ${name}: ${named[what]}`];
  });
}

/** Finds kinds with several controllers: they would write the same status and overwrite each other. */
function findDuplicateKinds(operator: OperatorDefinition): readonly string[] {
  const { controllers, conversions = [] } = operator;
  const apis = controllers.map(({ name, api }) => ({ name, key: formatKind(api) }));
  const crds = controllers.flatMap(({ name, api }) => (isApi(api) ? { name, key: api.crd.metadata.name } : []));
  const hubs = conversions.map(({ name, hub }) => ({ name, key: formatKind(hub) }));
  const one = 'merge them into one controller, with a function for each task';
  return [
    ...[apis, crds].flatMap((each) =>
      describeDuplicate(each, (names, key) => `two controllers, ${names}, reconcile ${key}: ${one}`),
    ),
    ...findListedTwice(operator),
    ...describeDuplicate(
      hubs,
      (names, key) => `two conversions, ${names}, convert ${key}: merge their spokes into one`,
    ),
  ];
}

/** Finds kinds in `apis` that also have a controller, or are listed twice: there would be two CRDs with one name. */
function findListedTwice({ controllers, apis = [] }: OperatorDefinition): readonly string[] {
  const names = apis.map(({ crd }) => crd.metadata.name);
  const owner = controllers.find(({ api }) => names.includes(formatCrdName(api)));
  const twice = findDuplicate(names);
  return [
    ...(owner === undefined
      ? []
      : [`apis lists ${formatCrdName(owner.api)}, which the controller ${owner.name} reconciles: remove it from apis`]),
    ...(twice === undefined ? [] : [`apis lists ${twice} twice: remove one`]),
  ];
}

function formatCrdName({ plural, group }: Kind): string {
  return `${plural}.${group}`;
}

function describeDuplicate(
  each: readonly { readonly name: string; readonly key: string }[],
  describe: (names: string, key: string) => string,
): readonly string[] {
  const key = findDuplicate(each.map((one) => one.key));
  if (key === undefined) return [];
  const names = each.filter((one) => one.key === key).map(({ name }) => name);
  return [describe(names.join(' and '), key)];
}

/**
 * Merges the settings of all controllers and webhooks into one table, and adds those for webhooks, conversions and
 * finalizers. Several controllers and webhooks may share the identical setting. Errors: `DECLARATION_INVALID` if two
 * different settings have the same name, flag or variable.
 */
export function mergeSettings({
  controllers,
  webhooks = [],
  conversions = [],
  namespaces,
}: Pick<OperatorDefinition, 'controllers' | 'webhooks' | 'conversions' | 'namespaces'>): SettingsTable {
  const table: Record<string, SettingsTable[string]> = {
    ...(webhooks.length + conversions.length > 0 && webhookSettings),
    ...(conversions.length > 0 && conversionSettings),
    ...buildNamespaceSettings(namespaces),
    ...(controllers.some(({ finalizer }) => finalizer !== undefined) && inUseSettings),
  };
  for (const { name: declarer, settings } of [...controllers, ...webhooks]) {
    for (const [name, setting] of Object.entries(settings)) {
      if ((getMember(table, name) ?? setting) !== setting) {
        const hint =
          'another controller or webhook has a setting with this name; share its definition or choose another name';
        throw new OperatorError('DECLARATION_INVALID', `define the setting ${name} of ${declarer}`, { hint });
      }
      table[name] = setting;
    }
  }
  checkSettingsTable(table);
  return table;
}

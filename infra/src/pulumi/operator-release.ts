import { isDeepStrictEqual } from 'node:util';

import {
  all,
  ComponentResource,
  type ComponentResourceOptions,
  Config,
  type CustomResource,
  getStack,
  isSecret,
  type Output,
  output,
} from '@pulumi/pulumi';
import { App, type Chart } from 'cdk8s';

import { CrdsChart, hasNamespaces, NamespacesChart } from '../charts/cluster.ts';
import { OperatorChart } from '../charts/operator.ts';
import { hasPetStore, PetStoreChart, SamplesChart } from '../charts/samples.ts';
import { getKubewrightDeclaration, type OperatorDeclaration } from '../declaration/index.ts';
import { findEnvironment } from '../environments/environments.ts';
import type { Environment } from '../options/index.ts';
import { deployCharts } from './chart-release.ts';
import {
  checkOutputs,
  type TokenReplacement,
  tokenForms,
  type WithOutputs,
  restoreOutputs,
  replaceOutputs,
} from './outputs.ts';

export interface OperatorReleaseArgs {
  /**
   * The environment: one from this package, or your own. Any text in it may be a Pulumi output, such as an image
   * digest, a host name or a secret, except for texts that determine names, which a preview must know.
   */
  readonly environment: WithOutputs<Environment>;
  /** The operator to deploy. @default - Kubewright's own operator */
  readonly declaration?: OperatorDeclaration;
  /**
   * Name of this installation: of its Deployment, ServiceAccount, roles and Lease. A second installation in the same
   * cluster needs another name.
   *
   * @default - `installation` of the environment, else the operator's name
   */
  readonly name?: string;
  /**
   * Also deploys one sample of each of Kubewright's kinds, and the pet store if the environment has one.
   *
   * @default false
   */
  readonly samples?: boolean;
}

/**
 * An operator in a cluster: the objects of the committed YAML, as Pulumi resources.
 *
 * Guarantees: CRDs are Established before the operator starts, and the operator is ready before the first sample is
 * created. Destroys in reverse order, so that the operator can still run its finalizers. Also guarantees everything
 * that `ChartRelease` does.
 *
 * Throws before it registers anything if the arguments are invalid. Validates an output when its value is known: if it
 * is invalid, the objects that contain it fail.
 */
export class OperatorRelease extends ComponentResource {
  /** Namespace of the operator. */
  readonly namespace: Output<string>;
  /** Name of the operator's Deployment. */
  readonly deployment: Output<string>;
  /** Name of the operator's ServiceAccount, for your own roles and identities. */
  readonly serviceAccount: Output<string>;
  /** Name of the metrics Service; undefined if the environment has none. */
  readonly metricsService: Output<string | undefined>;
  /** Reference of the image. */
  readonly image: Output<string>;
  /** Names of the CRDs; empty if the environment skips them. */
  readonly crds: Output<readonly string[]>;
  /** All objects, in the order of creation. Resources that need the operator can depend on the release as a whole. */
  readonly resources: readonly CustomResource[];

  constructor(name: string, args: OperatorReleaseArgs, opts?: ComponentResourceOptions) {
    // Before `super`, which registers the release: invalid arguments register nothing.
    const { charts, resolveOutput } = buildReleaseCharts(args);
    super('kubewright:infra:OperatorRelease', name, {}, opts);
    const declaration = args.declaration ?? getKubewrightDeclaration();
    const { crds, operator, ordered } = charts;
    this.resources = deployCharts({ charts: ordered, declaration, name, parent: this, resolveOutput }, opts);
    this.namespace = output(operator.operator.namespace);
    this.deployment = output(operator.operator.name);
    this.serviceAccount = output(restoreOutputs(operator.operator.serviceAccountName, resolveOutput) as string);
    this.metricsService = output(operator.operator.metricsService?.name);
    this.image = output(restoreOutputs(operator.operator.image, resolveOutput) as string);
    this.crds = output(crds?.crds.names ?? []);
    const { namespace, deployment, serviceAccount, metricsService, image } = this;
    this.registerOutputs({ namespace, deployment, serviceAccount, metricsService, image, crds: this.crds });
  }
}

/**
 * Reads the release's arguments from the stack's configuration: `environment` is the name of an environment of this
 * package, by default that of the stack; `samples: false` omits the samples of an environment.
 *
 * Throws with the names of all environments if none has this name.
 */
export function readReleaseConfig(config: Config = new Config()): OperatorReleaseArgs {
  const environment = findEnvironment(config.get('environment') || getStack());
  const samples = config.getBoolean('samples') ?? true;
  return { environment, samples: samples && environment.samples !== false };
}

/** The arguments with tokens instead of outputs. */
type ReleaseOptions = OperatorReleaseArgs & { readonly environment: Environment };

interface ReleaseCharts {
  readonly crds: CrdsChart | undefined;
  readonly operator: OperatorChart;
  /** All charts, in the order of creation. */
  readonly ordered: readonly Chart[];
}

/**
 * Builds the charts of a release with tokens for outputs, and resolves the tokens: an output fails unless the release
 * is valid with its value, and the value changes only the fields with the token.
 *
 * Throws if the options are invalid, or have an output where none is allowed.
 */
export function buildReleaseCharts(options: OperatorReleaseArgs): {
  readonly charts: ReleaseCharts;
  readonly resolveOutput: (token: string) => unknown;
} {
  const { charts, tokenized, replaced } = buildTokenizedCharts(options);
  checkOutputs(charts.ordered);
  const outputs = new Map(replaced.map((each) => [each.token, validateOutput(each, tokenized)]));
  return { charts, resolveOutput: (token) => outputs.get(token) };
}

interface TokenizedCharts {
  readonly charts: ReleaseCharts;
  readonly tokenized: ReleaseOptions;
  readonly replaced: readonly TokenReplacement[];
}

/**
 * Builds the charts with tokens in place of outputs. @param tried the number of token forms that were invalid, by path
 */
function buildTokenizedCharts(
  options: OperatorReleaseArgs,
  tried: ReadonlyMap<string, number> = new Map(),
): TokenizedCharts {
  const formAt = (path: string) => tokenForms[tried.get(path) ?? 0] ?? 'text';
  const { data: environment, replaced } = replaceOutputs<Environment>(options.environment, formAt);
  const tokenized = { ...options, environment };
  try {
    return { charts: buildCharts(tokenized), tokenized, replaced };
  } catch (cause) {
    const invalid = replaced.filter(({ token }) => (cause as Error).message.includes(token));
    if (invalid.length === 0) throw cause;
    const next = invalid.map(({ path }) => [path, (tried.get(path) ?? 0) + 1] as const);
    if (next.every(([, count]) => count < tokenForms.length)) {
      return buildTokenizedCharts(options, new Map([...tried, ...next]));
    }
    const message = invalid.reduce((text, { token }) => text.replaceAll(token, 'output'), (cause as Error).message);
    const paths = invalid.map(({ path }) => `environment.${path}`).join(' and ');
    throw new Error(`${paths} cannot be a Pulumi output: use a plain value. ${message}`, { cause });
  }
}

function validateOutput({ output, token, path }: TokenReplacement, options: ReleaseOptions): Output<unknown> {
  return all([output, isSecret(output)]).apply(([value, secret]) => {
    const known = (data: unknown): unknown => restoreOutputs(data, (each) => (each === token ? value : each));
    const field = `the output in environment.${path}`;
    let expected: unknown;
    try {
      expected = listObjects(buildCharts({ ...options, environment: known(options.environment) as Environment }));
    } catch (cause) {
      // Omits the cause, because it contains the secret.
      if (secret) throw new Error(`${field} has an invalid value, which is hidden because it is a secret`);
      throw new Error(`${field} has an invalid value: ${(cause as Error).message}`, { cause });
    }
    if (isDeepStrictEqual(known(listObjects(buildCharts(options))), expected)) return value;
    throw new Error(`${field} also changes other fields, so it cannot be an output: use a plain value`);
  });
}

function listObjects({ ordered }: ReleaseCharts): readonly unknown[] {
  return ordered.flatMap((chart) => chart.toJson() as readonly unknown[]);
}

function buildCharts(options: ReleaseOptions): ReleaseCharts {
  const { environment, declaration, name } = options;
  const app = new App();
  const props = { environment, ...(declaration && { declaration }), ...(name !== undefined && { name }) };
  const crds = environment.crds === 'skip' ? undefined : new CrdsChart(app, 'crds', props);
  const namespaces = hasNamespaces(environment) ? new NamespacesChart(app, 'namespaces', props) : undefined;
  const operator = new OperatorChart(app, 'operator', props);
  const [petStore, samples] = options.samples === true ? buildSampleCharts(app, options) : [];
  operator.toJson(); // validates the whole app
  // The store is destroyed after the operator, which needs it to clean up. If the destroy of the operator is rejected,
  // both remain.
  const ordered = [crds, namespaces, petStore, operator, samples].filter((chart) => chart !== undefined);
  return { crds, operator, ordered };
}

function buildSampleCharts(app: App, { environment, declaration }: ReleaseOptions): readonly (Chart | undefined)[] {
  if (declaration && declaration.name !== getKubewrightDeclaration().name) {
    throw new Error(`the samples have Kubewright's kinds, which ${declaration.name} does not serve: remove samples`);
  }
  const petStore = hasPetStore(environment) ? new PetStoreChart(app, 'pet-store', { environment }) : undefined;
  return [petStore, new SamplesChart(app, 'samples', { environment })];
}

import { isDeepStrictEqual } from 'node:util';

import { all, isSecret, type Output } from '@pulumi/pulumi';
import { App, type Chart } from 'cdk8s';

import {
  CrdsChart,
  hasNamespaces,
  hasPetStore,
  NamespacesChart,
  OperatorChart,
  PetStoreChart,
  SamplesChart,
} from '../charts/index.ts';
import { kubewrightDeclaration, type OperatorDeclaration } from '../declaration/index.ts';
import type { Environment } from '../options/index.ts';
import { checkOutputs, type Replaced, tokenForms, type WithOutputs, withoutTokens, withTokens } from './outputs.ts';

/** What a release is made from: see `OperatorReleaseArgs`. */
export interface ReleaseOptions<TEnvironment = Environment> {
  readonly environment: TEnvironment;
  readonly declaration?: OperatorDeclaration;
  readonly name?: string;
  readonly samples?: boolean;
}

export interface ReleaseCharts {
  readonly crds: CrdsChart | undefined;
  readonly operator: OperatorChart;
  /** All of them, in the order of creation. */
  readonly ordered: readonly Chart[];
}

/**
 * The charts of a release with a token in place of each output, and what the tokens stand for: outputs that fail unless the
 * release is valid with their value, and the value changes nothing but the fields that have the token.
 *
 * Throws if the options are invalid, or have an output where none can stand.
 */
export function releaseCharts(options: OptionsWithOutputs): {
  readonly charts: ReleaseCharts;
  readonly outputOf: (token: string) => unknown;
} {
  const { charts, tokenized, replaced } = chartsWithTokens(options);
  checkOutputs(charts.ordered);
  const outputs = new Map(replaced.map((each) => [each.token, validated(each, tokenized)]));
  return { charts, outputOf: (token) => outputs.get(token) };
}

type OptionsWithOutputs = ReleaseOptions<WithOutputs<Environment>>;

interface Tokenized {
  readonly charts: ReleaseCharts;
  readonly tokenized: ReleaseOptions;
  readonly replaced: readonly Replaced[];
}

/** @param tried how many forms of tokens are invalid at a path */
function chartsWithTokens(options: OptionsWithOutputs, tried: ReadonlyMap<string, number> = new Map()): Tokenized {
  const formAt = (path: string) => tokenForms[tried.get(path) ?? 0] ?? 'text';
  const { data: environment, replaced } = withTokens<Environment>(options.environment, formAt);
  const tokenized = { ...options, environment };
  try {
    return { charts: chartsOf(tokenized), tokenized, replaced };
  } catch (cause) {
    const invalid = replaced.filter(({ token }) => (cause as Error).message.includes(token));
    if (invalid.length === 0) throw cause;
    const next = invalid.map(({ path }) => [path, (tried.get(path) ?? 0) + 1] as const);
    if (next.every(([, count]) => count < tokenForms.length)) {
      return chartsWithTokens(options, new Map([...tried, ...next]));
    }
    const message = invalid.reduce((text, { token }) => text.replaceAll(token, 'output'), (cause as Error).message);
    const paths = invalid.map(({ path }) => `environment.${path}`).join(' and ');
    throw new Error(`${paths} cannot be an output of Pulumi: use a plain value. ${message}`, { cause });
  }
}

function validated({ output, token, path }: Replaced, options: ReleaseOptions): Output<unknown> {
  return all([output, isSecret(output)]).apply(([value, secret]) => {
    const known = (data: unknown): unknown => withoutTokens(data, (each) => (each === token ? value : each));
    const field = `the output in environment.${path}`;
    let expected: unknown;
    try {
      expected = objectsOf(chartsOf({ ...options, environment: known(options.environment) as Environment }));
    } catch (cause) {
      // Without its cause, which has the secret.
      if (secret) throw new Error(`${field} has an invalid value, which is a secret and not shown`);
      throw new Error(`${field} has an invalid value: ${(cause as Error).message}`, { cause });
    }
    if (isDeepStrictEqual(known(objectsOf(chartsOf(options))), expected)) return value;
    throw new Error(`${field} decides more than the fields that it stands in: use a plain value`);
  });
}

function objectsOf({ ordered }: ReleaseCharts): readonly unknown[] {
  return ordered.flatMap((chart) => chart.toJson() as readonly unknown[]);
}

function chartsOf(options: ReleaseOptions): ReleaseCharts {
  const { environment, declaration, name } = options;
  const app = new App();
  const props = { environment, ...(declaration && { declaration }), ...(name !== undefined && { name }) };
  const crds = environment.crds === 'skip' ? undefined : new CrdsChart(app, 'crds', props);
  const namespaces = hasNamespaces(environment) ? new NamespacesChart(app, 'namespaces', props) : undefined;
  const operator = new OperatorChart(app, 'operator', props);
  const [petStore, samples] = options.samples === true ? sampleCharts(app, options) : [];
  operator.toJson(); // validates the whole app
  // The store is destroyed after the operator, which needs it to clean up: a refused destroy leaves both.
  const ordered = [crds, namespaces, petStore, operator, samples].filter((chart) => chart !== undefined);
  return { crds, operator, ordered };
}

function sampleCharts(app: App, { environment, declaration }: ReleaseOptions): readonly (Chart | undefined)[] {
  if (declaration && declaration.name !== kubewrightDeclaration().name) {
    throw new Error(`samples are of Kubewright's kinds, which ${declaration.name} does not serve: leave them out`);
  }
  const petStore = hasPetStore(environment) ? new PetStoreChart(app, 'pet-store', { environment }) : undefined;
  return [petStore, new SamplesChart(app, 'samples', { environment })];
}

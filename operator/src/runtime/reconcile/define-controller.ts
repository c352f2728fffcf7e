import type { Api } from '../api/index.ts';
import { type Kind, kindText, type KubeObject, OperatorError, type SettingsTable, type TypeOf } from '../base/index.ts';
import type { Action } from './action.ts';
import type { ControllerDeclaration, Finalizer, HealthCheck, ProcessView, Trigger, UseFactory } from './declaration.ts';
import type { OwnedKind, OwnedKinds, ReadKind, ReadKinds, WatchedKind, WatchedKinds } from './dependencies.ts';
import type { MetricDefinition, MetricDefinitions } from './metric-definitions.ts';
import { refuseClusterScoped } from './placement.ts';
import type { Predicate } from './predicates.ts';
import { rulesOf, type PolicyRule } from './rules.ts';

type AnyContext = Readonly<Record<string, unknown>>;

/** A controller as the runtime runs it and as the generators read it. */
export interface ControllerDefinition {
  readonly name: string;
  readonly api: Api;
  readonly when?: Predicate;
  readonly owns: Readonly<Record<string, OwnedKind>>;
  readonly reads: Readonly<Record<string, ReadKind>>;
  readonly watches: Readonly<Record<string, WatchedKind>>;
  readonly uses: Readonly<Record<string, (given: ProcessView<AnyContext>) => unknown>>;
  readonly triggers: Readonly<Record<string, Trigger<AnyContext>>>;
  readonly health: Readonly<Record<string, HealthCheck<AnyContext>>>;
  /** At least so many. */
  readonly workers?: number;
  readonly settings: SettingsTable;
  readonly metrics: Readonly<Record<string, MetricDefinition>>;
  /** What the controller does to the API server, and so what it must be granted: no more and no less. */
  readonly rules: readonly PolicyRule[];
  readonly finalizer?: Finalizer<KubeObject, AnyContext>;
  readonly releases: readonly string[];
  readonly reconcile: (object: KubeObject, context: AnyContext) => Promise<Action>;
}

type StatusOf<A> = A extends Api<infer _TSpec, infer TStatus> ? TStatus : never;

/**
 * Declares a controller of `api`. What it may do follows from `owns`, `reads`, `watches` and `finalizer` alone: a handle
 * that was not declared does not compile, and the RBAC rules are made from the same words.
 *
 * Errors: `DECLARATION_INVALID` if a kind is owned twice, or owned and read, or read in two selections, or if the API
 * itself is owned or read in part; or if the API is namespaced and owns a cluster-scoped kind.
 */
/* eslint-disable @typescript-eslint/no-empty-object-type -- by default exactly nothing is declared */
export function defineController<
  A extends Api,
  const O extends OwnedKinds = {},
  const R extends ReadKinds = {},
  const W extends WatchedKinds = {},
  U extends Readonly<Record<string, UseFactory>> = {},
  S extends SettingsTable = {},
  M extends MetricDefinitions = {},
>(api: A, declaration: ControllerDeclaration<TypeOf<A>, StatusOf<A>, O, R, W, U, S, M>): ControllerDefinition {
  /* eslint-enable @typescript-eslint/no-empty-object-type */
  const complete = { ...nothing, api, name: kebabCase(api.kind), ...declaration };
  const declared = complete as unknown as Omit<ControllerDefinition, 'rules'>;
  refuseDoubles(declared.name, declared);
  refuseClusterScoped(declared.name, api, declared.owns);
  const patches = declared.finalizer !== undefined || declared.releases.length > 0;
  return { ...declared, rules: rulesOf({ ...declared, patches }) };
}

/** What a controller has that declares nothing. */
const nothing = {
  owns: {},
  reads: {},
  watches: {},
  uses: {},
  triggers: {},
  health: {},
  settings: {},
  metrics: {},
  releases: [],
};

type Views = Pick<ControllerDefinition, 'api' | 'owns' | 'reads' | 'watches'>;

/** A handle and the watch behind it know a kind, not where it was declared: there is one view of each. */
function refuseDoubles(name: string, { api, owns, reads, watches }: Views): void {
  const views = new Map([[kindText(api), selectionOf({})]]);
  const declare = (path: string, kind: Kind, view: string): void => {
    const id = kindText(kind);
    if ((views.get(id) ?? view) !== view) {
      const hint = `${path}: ${id} is declared twice; name each kind once`;
      throw new OperatorError('DECLARATION_INVALID', `define the controller ${name}`, { hint });
    }
    views.set(id, view);
  };
  for (const [property, { kind }] of Object.entries(owns)) declare(`owns.${property}`, kind, `owned as ${property}`);
  for (const [property, read] of Object.entries(reads)) declare(`reads.${property}`, read.kind, selectionOf(read));
  for (const [property, watch] of Object.entries(watches))
    declare(`watches.${property}`, watch.kind, selectionOf(watch));
}

function selectionOf({ kind, labelSelector, fieldSelector }: Partial<ReadKind>): string {
  return JSON.stringify([kind?.metadataOnly ?? false, labelSelector, fieldSelector]);
}

function kebabCase(kind: string): string {
  return kind.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
}

import { isApi } from '../../api/index.ts';
import {
  checkSettingsTable,
  formats,
  toKebabCase,
  formatKind,
  type Kind,
  type KubeObject,
  OperatorError,
  type PolicyRule,
  type SettingsTable,
  type TypeOf,
} from '../../base/index.ts';
import type { Action } from './action.ts';
import type { SelfOptions, StatusOf } from './context.ts';
import type {
  ControllerDeclaration,
  Finalizer,
  HealthCheck,
  PeriodicWork,
  ProcessView,
  StatusCheck,
  Trigger,
  UseFactory,
} from './declaration.ts';
import { type Expiry, expiryChanged } from './expiry.ts';
import { type Named, noDependencies } from './define-dependencies.ts';
import type {
  EditedKind,
  LiveKind,
  NamedKind,
  OwnedKind,
  ReadKind,
  WatchedKind,
  WatchedKinds,
  WatchedNamedKind,
} from './dependencies.ts';
import { checkMetrics, type MetricDefinition, type MetricDefinitions } from './metric-definitions.ts';
import { checkPermissions, type Permission } from './permissions.ts';
import { rejectClusterScoped, rejectBadAnyNamespace } from './placement.ts';
import { anyOf, type Predicate } from './predicates.ts';
import { checkRateLimit, type RateLimit } from './rate-limit.ts';
import { buildRules } from './rules.ts';

type AnyContext = Readonly<Record<string, unknown>>;

/** The key of a property that exists only in types. */
declare const parts: unique symbol;

/** The parts of a controller that a test replaces or reads: injected dependencies, settings and metrics. */
export interface ControllerParts {
  readonly uses: unknown;
  readonly settings: unknown;
  readonly metrics: unknown;
}

/**
 * A declared controller, for the runtime and the generators.
 * @typeParam TParts the types of the parts that `runController` of the test kit replaces
 */
export interface ControllerDefinition<TParts extends ControllerParts = ControllerParts> {
  readonly [parts]?: TParts;
  readonly name: string;
  /** The kind that the controller reconciles: an `Api`, or a kind of another project. */
  readonly api: Kind;
  readonly predicate?: Predicate;
  readonly expiresAt?: Expiry;
  readonly owns: Readonly<Record<string, OwnedKind>>;
  readonly reads: Readonly<Record<string, ReadKind | LiveKind | NamedKind>>;
  readonly watches: Readonly<Record<string, WatchedKind | WatchedNamedKind>>;
  readonly self?: SelfOptions | undefined;
  readonly ownsStatus?: true | undefined;
  readonly edits: Readonly<Record<string, EditedKind>>;
  readonly uses: Readonly<Record<string, (given: ProcessView<AnyContext>) => unknown>>;
  readonly triggers: Readonly<Record<string, Trigger<AnyContext> | PeriodicWork<AnyContext>>>;
  readonly health: Readonly<Record<string, HealthCheck<AnyContext>>>;
  /** How many objects are reconciled at the same time, at most. @default - the setting `workers` */
  readonly workers?: number;
  /** The timeout of a reconcile, in milliseconds. @default 60000 */
  readonly timeoutMs?: number;
  readonly rateLimit?: RateLimit;
  readonly settings: SettingsTable;
  readonly metrics: Readonly<Record<string, MetricDefinition>>;
  /** The RBAC rules for exactly the calls that the controller can make. */
  readonly rules: readonly PolicyRule[];
  readonly finalizer?: Finalizer<KubeObject, AnyContext>;
  readonly legacyFinalizers: readonly string[];
  readonly permissions: readonly Permission[];
  readonly reconcile: (object: KubeObject, context: AnyContext) => Promise<Action>;
}

/** The types of the parts of a controller, from its declaration. */
export interface PartsOf<U, S, M> {
  readonly uses: U;
  readonly settings: S;
  readonly metrics: M;
}

/**
 * Declares a controller of a kind: one of `defineApi`, or one of another project, such as `Namespace`. For the latter
 * the operator installs no CRD, and the context has `status` only with `ownsStatus`. Permissions follow from `owns`,
 * `reads`, `watches`, `self`, `expiresAt` and `finalizer`: using an undeclared handle does not compile, and the RBAC
 * rules are generated from the same declaration.
 *
 * A kind can be owned, read and watched in several selections: each has its own cache and watch. Every cache that
 * selects the object shows a write of the controller at once; a cache with a `fieldSelector` shows it only after its
 * watch event.
 *
 * Errors: `DECLARATION_INVALID` if the name is not a DNS label; if a kind is owned twice; if the API itself is owned;
 * if the API is namespaced and owns a cluster-scoped kind; if a kind with `anyNamespace` is cluster-scoped, lacks
 * `delete: true`, or the controller has no finalizer; if `usedBy`, `named` or `allOf` names another API; if a finalizer
 * has an invalid name; if `edits` has another kind than the API, and the controller has no finalizer; if `edits` or
 * `named` is optional; if a permission has a wildcard or no reason; if `workers` or `timeoutMs` is not a positive
 * integer; if `everyMs` of a trigger is not a positive number; for an invalid `rateLimit`; for settings that
 * `defineSettings` rejects; or if two metrics share a name.
 */
/* eslint-disable @typescript-eslint/no-empty-object-type -- by default exactly nothing is declared */
export function defineController<
  A extends Kind,
  const O extends Named<OwnedKind> = {},
  const R extends Named<ReadKind | LiveKind | NamedKind> = {},
  const W extends Named<WatchedKinds[string]> = {},
  U extends Readonly<Record<string, UseFactory>> = {},
  S extends SettingsTable = {},
  M extends MetricDefinitions = {},
  const X extends SelfOptions | undefined = undefined,
  const P extends true | undefined = undefined,
  const E extends Named<EditedKind> = {},
>(
  api: A,
  declaration: ControllerDeclaration<TypeOf<A>, StatusOf<A, P>, O, R, W, U, S, M, X, P, E> &
    NoInfer<StatusCheck<TypeOf<A>, P>>,
): ControllerDefinition<NoInfer<PartsOf<U, S, M>>> {
  /* eslint-enable @typescript-eslint/no-empty-object-type */
  const finalizer = declaration.finalizer && { cleanUp: nothingToCleanUp, ...declaration.finalizer };
  const complete = { ...nothing, api, name: toKebabCase(api.kind), ...declaration, ...(finalizer && { finalizer }) };
  const declared = complete as unknown as Omit<ControllerDefinition, 'rules'>;
  rejectBadName(declared.name);
  rejectDuplicates(declared.name, declared);
  rejectClusterScoped(declared.name, api, declared.owns);
  rejectBadAnyNamespace(declared);
  rejectForeignUsers(declared);
  rejectBadFinalizer(declared);
  rejectBadEdits(declared);
  rejectBadNumbers(declared);
  rejectBadPeriods(declared);
  checkRateLimit(declared.name, declared.rateLimit ?? {});
  checkPermissions(`the controller ${declared.name}`, declared.permissions);
  checkSettingsTable(declared.settings);
  checkMetrics(declared.name, api, declared.metrics);
  const own = {
    patches: declared.finalizer !== undefined || declared.legacyFinalizers.length > 0,
    deletes: declared.self?.delete === true || declared.expiresAt !== undefined,
    writesStatus: isApi(api) || declared.ownsStatus === true,
  };
  // The definition lacks only the property that exists in types.
  const { predicate, expiresAt } = declared;
  const definition: Omit<ControllerDefinition, typeof parts> = {
    ...declared,
    ...(predicate && expiresAt && { predicate: anyOf(predicate, expiryChanged(declared)) }),
    rules: [...buildRules({ ...declared, ...own }), ...declared.permissions],
  };
  return definition;
}

/** The default `cleanUp`, for a controller whose clean-up the runtime does itself. */
const nothingToCleanUp = (): Promise<void> => Promise.resolve();

const nothing = { ...noDependencies, triggers: {}, health: {}, legacyFinalizers: [], permissions: [] };

function rejectBadName(name: string): void {
  if (formats.label.pattern.test(name)) return;
  const hint = `the name must be a DNS label: ${formats.label.words}`;
  throw new OperatorError('DECLARATION_INVALID', `define the controller ${JSON.stringify(name)}`, { hint });
}

/**
 * Rejects a kind that is owned twice, because a child is found by its kind. A kind may be read and watched several
 * times.
 */
function rejectDuplicates(name: string, { api, owns }: Pick<ControllerDefinition, 'api' | 'owns'>): void {
  const written = new Map([[formatKind(api), 'the kind that the controller reconciles']]);
  for (const [property, { kind }] of Object.entries(owns)) {
    const known = written.get(formatKind(kind));
    if (known !== undefined) {
      const hint = `owns.${property}: ${formatKind(kind)} is already ${known}; remove one of the two`;
      throw new OperatorError('DECLARATION_INVALID', `define the controller ${name}`, { hint });
    }
    written.set(formatKind(kind), `owned as ${property}`);
  }
}

/** Rejects `usedBy`, `named` and `allOf` of another API: their functions would get objects of the wrong kind. */
function rejectForeignUsers({ name, api, reads, watches }: Omit<ControllerDefinition, 'rules'>): void {
  for (const [group, kinds] of Object.entries({ reads, watches }))
    for (const [property, read] of Object.entries(kinds)) {
      const user = findUser(read);
      if ('named' in read && read.optional !== undefined) {
        const hint = `${group}.${property}: ${optionalProblem}`;
        throw new OperatorError('DECLARATION_INVALID', `define the controller ${name}`, { hint });
      }
      if (user === undefined || formatKind(user.kind) === formatKind(api)) continue;
      const hint = `${group}.${property}: ${user.call} must name the kind that this controller reconciles: ${formatKind(api)}`;
      throw new OperatorError('DECLARATION_INVALID', `define the controller ${name}`, { hint });
    }
}

/** The kind whose objects use those of a dependency, and the function that declares it. */
function findUser(
  read: ReadKind | LiveKind | NamedKind | WatchedKind,
): { readonly kind: Kind; readonly call: string } | undefined {
  if ('named' in read) return { kind: read.named.user, call: `named(${read.named.user.kind}, …)` };
  if (!('mapTo' in read) || typeof read.mapTo === 'function') return undefined;
  const { mapTo } = read;
  if ('allOf' in mapTo) return { kind: mapTo.allOf, call: `allOf(${mapTo.allOf.kind})` };
  return { kind: mapTo.user, call: `usedBy(${mapTo.user.kind}, …)` };
}

const optionalProblem = 'optional is only for owns, and for reads and watches without names; remove it';

/** Rejects edits of a kind that is owned as well: a kind has only one cache that records writes. */
function rejectBadEdits({ name, api, owns, edits, finalizer }: Omit<ControllerDefinition, 'rules'>): void {
  const refuse = (property: string, problem: string): never => {
    throw new OperatorError('DECLARATION_INVALID', `define the controller ${name}`, {
      hint: `edits.${property}: ${problem}`,
    });
  };
  const known = new Map(Object.entries(owns).map(([property, { kind }]) => [formatKind(kind), `owns.${property}`]));
  for (const [property, { kind, trim, optional }] of Object.entries(edits)) {
    const text = formatKind(kind);
    if (optional !== undefined) refuse(property, optionalProblem);
    const other = known.get(text);
    if (other !== undefined) refuse(property, `${text} is already declared as ${other}; remove one of the two`);
    known.set(text, `edits.${property}`);
    if (text === formatKind(api)) {
      if (trim !== undefined) refuse(property, `${text} is the kind that the controller reconciles; remove trim`);
    } else if (finalizer === undefined) {
      refuse(property, `add finalizer: { name: '<domain>/<name>' }, so that a deleted ${api.kind} gives ${text} back`);
    }
  }
}

/** The API server's rule for names of finalizers: an invalid name would make it reject each object. */
const finalizerName = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?\/[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

function rejectBadFinalizer({ name, finalizer }: Pick<ControllerDefinition, 'name' | 'finalizer'>): void {
  if (finalizer === undefined || finalizerName.test(finalizer.name)) return;
  const hint = `finalizer.name: ${JSON.stringify(finalizer.name)} must be a domain, a slash and a name, like example.com/store`;
  throw new OperatorError('DECLARATION_INVALID', `define the controller ${name}`, { hint });
}

function rejectBadNumbers({ name, ...declared }: Pick<ControllerDefinition, 'name' | 'workers' | 'timeoutMs'>): void {
  for (const property of ['workers', 'timeoutMs'] as const) {
    const value = declared[property];
    if (value === undefined || (Number.isSafeInteger(value) && value > 0)) continue;
    const hint = `${property}: ${String(value)} must be a positive integer`;
    throw new OperatorError('DECLARATION_INVALID', `define the controller ${name}`, { hint });
  }
}

function rejectBadPeriods({ name, triggers }: Pick<ControllerDefinition, 'name' | 'triggers'>): void {
  for (const [property, trigger] of Object.entries(triggers)) {
    if (typeof trigger === 'function' || (Number.isFinite(trigger.everyMs) && trigger.everyMs > 0)) continue;
    const hint = `triggers.${property}.everyMs: ${String(trigger.everyMs)} must be a positive number of milliseconds`;
    throw new OperatorError('DECLARATION_INVALID', `define the controller ${name}`, { hint });
  }
}

import type { Api } from '../../api/index.ts';
import type { Clock, Kind, Logger, SettingsTable, TypeOf, ValuesOf } from '../../base/index.ts';
import type { ConditionInput } from './condition.ts';
import type {
  EditedKind,
  LiveKind,
  NamedKind,
  Optional,
  OwnedInAnyNamespace,
  OwnedKind,
  ReadKind,
} from './dependencies.ts';
import type {
  Edits,
  Gets,
  IndexedReads,
  NamedReads,
  Owns,
  OwnsAndDeletes,
  OwnsInAnyNamespace,
  Reads,
  Self,
} from './handle-types.ts';
import type { CountersOf } from './metric-definitions.ts';

/** A status as a controller sets it. */
export type StatusInput<TStatus> = Partial<Omit<TStatus, 'conditions' | 'observedGeneration'>> & {
  readonly conditions?: readonly ConditionInput[];
};

/** The fields of a status that a controller changes; `undefined` removes a field. */
export type StatusPatch<TStatus> = {
  readonly [K in Exclude<keyof TStatus, 'conditions' | 'observedGeneration'>]?: TStatus[K] | undefined;
} & {
  readonly conditions?: readonly ConditionInput[];
};

declare const fields: unique symbol;

/** The type of `status` in the context of a kind that `defineApi` does not declare. */
export interface ForeignStatus<TFields> {
  readonly [fields]: TFields;
}

/** The fields that a controller sets in the status of a kind that `defineApi` does not declare. */
export type ForeignFields<TFields> = {
  readonly [K in keyof TFields]?: K extends 'conditions' ? Untimed<TFields[K]> : TFields[K];
};

/** Makes `lastTransitionTime` of conditions optional, because the runtime sets it. */
type Untimed<TConditions> = TConditions extends readonly (infer TCondition)[]
  ? readonly (Omit<TCondition, 'lastTransitionTime'> & { readonly lastTransitionTime?: string })[]
  : TConditions;

/** The type of `status` in the context of a controller; `never` if the controller does not write the status. */
export type StatusOf<A extends Kind, TOwnsStatus = undefined> =
  A extends Api<infer _TSpec, infer TStatus>
    ? TStatus
    : TOwnsStatus extends true
      ? TypeOf<A> extends { readonly status?: infer TFields }
        ? ForeignStatus<NonNullable<TFields>>
        : never
      : never;

/** Writes the status of the reconciled object. */
export interface StatusWriter<TStatus> {
  /**
   * Sets the whole status: omitted fields are removed. The last call of a reconcile counts. The runtime writes the
   * status once, after the reconcile, and only if it differs from the stored one. It adds `observedGeneration`, the
   * times of conditions and, while `Ready` is not true, `Reconciling` or `Stalled`.
   */
  set(status: StatusInput<TStatus>): void;
  /**
   * Changes these fields of the status, and keeps the others as this controller has stored them. Like `set`, it is
   * written once, after the reconcile, and only if the status differs from the stored one.
   * - A field is replaced as a whole, even an object or a list; `undefined` removes it.
   * - Conditions are merged by type; those that are not in `conditions` keep their `observedGeneration`.
   * - A stored `Ready` that is false is removed, with `Reconciling` and `Stalled`, unless `conditions` contains it: an
   *   earlier error must not keep the object unready after a reconcile that succeeds.
   * - After `set`, `save` or another `patch` of the same reconcile, it changes that status; a later `set` replaces
   *   everything.
   */
  patch(fields: StatusPatch<TStatus>): void;
  /**
   * Sets the whole status and writes it at once, if it differs from the stored one. Use it for a status that must be
   * stored before the next step, in case the process ends in between. If a failed reconcile has reported `Ready=False`,
   * that stays until a reconcile succeeds, which then writes this `Ready`. Errors: `API_CONFLICT` if the object has
   * changed since this reconcile began; do not catch it.
   */
  save(status: StatusInput<TStatus>): Promise<void>;
}

/**
 * Writes the status of an object whose kind `defineApi` does not declare: exactly the fields that the controller sets.
 * The runtime only adds `lastTransitionTime` to conditions that lack it.
 */
export interface ForeignStatusWriter<TFields> {
  /**
   * Sets the status; it is written once, after the reconcile. Fields that this controller has set before and omits now
   * are removed.
   */
  set(status: ForeignFields<TFields>): void;
  /** Changes these fields of the status that this controller has stored; conditions are merged by type. */
  patch(fields: ForeignFields<TFields>): void;
  /**
   * Sets the status and writes it at once, if it differs from the stored one. Errors: `API_CONFLICT` if the object has
   * changed since this reconcile began; do not catch it.
   */
  save(status: ForeignFields<TFields>): Promise<void>;
}

/** Emits Kubernetes events about the reconciled object. `kubectl describe` and the log show them. */
export interface Events {
  /**
   * Reports a success. The runtime itself emits events for created and deleted children.
   * @param reason in CamelCase
   */
  normal(reason: string, note: string): void;
  /**
   * Reports a problem that a user can act on. The runtime itself emits events for rejected children and `notReady`.
   * @param reason in CamelCase
   */
  warning(reason: string, note: string): void;
}

/** What the context of every reconcile contains besides its handles. */
export interface Basics<TStatus, S, M> {
  readonly status: StatusWriter<TStatus>;
  readonly events: Events;
  /** The values of the controller's settings. */
  readonly settings: S extends SettingsTable ? ValuesOf<S> : never;
  /** The counters that the controller declares, by name. */
  readonly metrics: CountersOf<M>;
  readonly log: Logger;
  readonly clock: Clock;
  /**
   * Whether the operator only logs its writes (setting `dryRun`). Handles and status do so themselves. In a dry run,
   * the controller must not change anything outside of the cluster.
   */
  readonly dryRun: boolean;
  /**
   * Aborts when this reconcile must end: its timeout (`timeoutMs`) has passed, or the process no longer leads. From
   * then on, every call of a handle fails with the reason, except reads from the cache. A reconcile that ignores the
   * signal for five seconds is abandoned: its worker takes another object, and this object waits until its reconcile has
   * really ended.
   */
  readonly signal: AbortSignal;
}

type StatusWriterOf<TStatus> =
  TStatus extends ForeignStatus<infer TFields> ? ForeignStatusWriter<TFields> : StatusWriter<TStatus>;

/** The names that no dependency can have, whether or not the controller declares `self`. */
export type Reserved<S, M> = Basics<unknown, S, M> & { readonly self: unknown };

/** Permissions of a controller on the objects that it reconciles. */
export interface SelfOptions {
  /** Grants `delete` on the controller's own kind, and adds the handle `self` to the context. */
  readonly delete: true;
}

/** `undefined` for an optional kind, whose handle may be absent. */
type Absence<K> = K extends Optional ? undefined : never;

type HandleOf<K> =
  K extends OwnedInAnyNamespace<infer T>
    ? OwnsInAnyNamespace<T>
    : K extends OwnedKind<infer T, infer TDelete>
      ? TDelete extends true
        ? OwnsAndDeletes<T>
        : Owns<T>
      : Unwrapped<K>;

type EditsOf<K> = K extends EditedKind<infer T> ? Edits<T> : Unwrapped<K>;

type ReadsOf<K> =
  K extends LiveKind<infer T, infer TName>
    ? Gets<T, TName>
    : K extends NamedKind<infer T, infer TName>
      ? NamedReads<T, TName>
      : CachedReadsOf<K>;

type CachedReadsOf<K> =
  K extends ReadKind<infer T, infer TIndex>
    ? [TIndex] extends [never]
      ? Reads<T>
      : IndexedReads<T, TIndex>
    : Unwrapped<K>;

/** A kind without a wrapper is reported at its declaration, and not again at each use. */
type Unwrapped<K> = K extends Kind<infer T> ? OwnsAndDeletes<T> : never;

/** The result of a `uses` factory. */
export type MadeBy<F> = F extends (given: never) => infer TMade ? Awaited<TMade> : never;

/** A controller's declared dependencies, injected values, settings and metrics. */
export interface Declared<O, R, W, U, S, M, X, P, E> {
  readonly owns: O;
  readonly reads: R;
  readonly watches: W;
  readonly uses: U;
  readonly settings: S;
  readonly metrics: M;
  readonly self: X;
  readonly ownsStatus: P;
  readonly edits: E;
}

/** The compiler shows this text when a reconcile uses something undeclared. */
export type Undeclared =
  'declare it in owns, reads, watches, edits or uses, self: { delete: true } or ownsStatus: true';

/**
 * The second argument of `reconcile`: one handle per declared kind, and the injected dependencies.
 *
 * @typeParam _TText only for the compiler's messages
 */
export type Context<
  _TText extends Undeclared,
  D extends Declared<unknown, unknown, unknown, unknown, unknown, unknown, unknown, unknown, unknown>,
  TStatus,
> = {
  readonly [
    K in
      | keyof D['owns']
      | keyof D['reads']
      | keyof D['watches']
      | keyof D['edits']
      | keyof D['uses']
      | (D['self'] extends SelfOptions ? 'self' : never)
      | Exclude<keyof Basics<TStatus, D['settings'], D['metrics']>, [TStatus] extends [never] ? 'status' : never>
  ]: K extends keyof D['owns']
    ? HandleOf<D['owns'][K]> | Absence<D['owns'][K]>
    : K extends keyof D['reads']
      ? ReadsOf<D['reads'][K]> | Absence<D['reads'][K]>
      : K extends keyof D['watches']
        ? ReadsOf<D['watches'][K]> | Absence<D['watches'][K]>
        : K extends keyof D['uses']
          ? MadeBy<D['uses'][K]>
          : K extends keyof D['edits']
            ? EditsOf<D['edits'][K]>
            : K extends 'status'
              ? StatusWriterOf<TStatus>
              : K extends keyof Basics<TStatus, D['settings'], D['metrics']>
                ? Basics<TStatus, D['settings'], D['metrics']>[K]
                : Self;
};

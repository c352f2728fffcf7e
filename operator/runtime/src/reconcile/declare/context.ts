import type { Clock, Kind, Logger, SettingsTable, ValuesOf } from '../../base/index.ts';
import type { ConditionInput } from './condition.ts';
import type { OwnedKind, ReadKind } from './dependencies.ts';
import type { IndexedReads, Owns, OwnsAndDeletes, Reads } from './handle-types.ts';
import type { CountersOf } from './metric-definitions.ts';

/** A status as a controller states it. */
export type StatusInput<TStatus> = Partial<Omit<TStatus, 'conditions' | 'observedGeneration'>> & {
  readonly conditions?: readonly ConditionInput[];
};

/** Writes the status of the object that is being reconciled. */
export interface StatusWriter<TStatus> {
  /**
   * States the whole status: what is left out is removed. The last call counts; it is written once, after the reconcile,
   * and only if it differs from what is stored. `observedGeneration` and the times of conditions are filled in, and
   * while `Ready` is not true `Reconciling` or `Stalled`.
   */
  set(status: StatusInput<TStatus>): void;
  /**
   * States the whole status and writes it now, if it differs from what is stored: for a status that must be stored
   * before the next step, in case the process ends in between.
   *
   * Errors: `API_CONFLICT` if the resource has changed since this reconcile began; let it through.
   */
  save(status: StatusInput<TStatus>): Promise<void>;
}

/** Emits Kubernetes events: `kubectl describe` and the log say what happened to a resource. */
export interface Events {
  /**
   * Reports a success. An event is emitted anyway for each child that is created or deleted. @param reason in CamelCase
   */
  normal(reason: string, note: string): void;
  /**
   * Reports something that a person can act on. An event is emitted anyway for a refusal and for `notReady`. @param
   * reason in CamelCase
   */
  warning(reason: string, note: string): void;
}

/** What every reconcile has besides its handles. */
export interface Basics<TStatus, S, M> {
  readonly status: StatusWriter<TStatus>;
  readonly events: Events;
  /** The values of the settings that the controller declares. */
  readonly settings: S extends SettingsTable ? ValuesOf<S> : never;
  /** The counters that the controller declares. */
  readonly metrics: CountersOf<M>;
  readonly log: Logger;
  readonly clock: Clock;
  /**
   * Whether the operator only logs what it would do (setting `dryRun`). Handles and status respect it themselves; the
   * controller must not change anything outside of the cluster then.
   */
  readonly dryRun: boolean;
  /**
   * Aborts when this reconcile must end: its timeout (`timeoutMs`) has passed, or the process no longer leads. From
   * then on every call of a handle fails with the reason. A reconcile that ignores it for five seconds is abandoned:
   * its worker takes another resource, and this one waits until its reconcile really ends.
   */
  readonly signal: AbortSignal;
}

type HandleOf<K> =
  K extends OwnedKind<infer T, infer TDelete> ? (TDelete extends true ? OwnsAndDeletes<T> : Owns<T>) : Unwrapped<K>;

type ReadsOf<K> =
  K extends ReadKind<infer T, infer TIndex>
    ? [TIndex] extends [never]
      ? Reads<T>
      : IndexedReads<T, TIndex>
    : Unwrapped<K>;

/** A kind that is not wrapped is reported where it is declared, and not again at each use. */
type Unwrapped<K> = K extends Kind<infer T> ? OwnsAndDeletes<T> : never;

/** What a factory of `uses` creates. */
export type MadeBy<F> = F extends (given: never) => infer TMade ? Awaited<TMade> : never;

/** What a controller declares and finds in its context: dependencies, injected values, settings and metrics. */
export interface Declared<O, R, W, U, S, M> {
  readonly owns: O;
  readonly reads: R;
  readonly watches: W;
  readonly uses: U;
  readonly settings: S;
  readonly metrics: M;
}

/** The compiler shows this text for a context from which something undeclared is used. */
export type Undeclared = 'declare it in owns, reads, watches or uses';

/**
 * The second argument of `reconcile`: one handle per declared kind, the injected dependencies, and nothing else.
 *
 * @typeParam _TText for the compiler's messages alone
 */
export type Context<
  _TText extends Undeclared,
  D extends Declared<unknown, unknown, unknown, unknown, unknown, unknown>,
  TStatus,
> = {
  readonly [
    K in
      | keyof D['owns']
      | keyof D['reads']
      | keyof D['watches']
      | keyof D['uses']
      | keyof Basics<TStatus, D['settings'], D['metrics']>
  ]: K extends keyof D['owns']
    ? HandleOf<D['owns'][K]>
    : K extends keyof D['reads']
      ? ReadsOf<D['reads'][K]>
      : K extends keyof D['watches']
        ? ReadsOf<D['watches'][K]>
        : K extends keyof D['uses']
          ? MadeBy<D['uses'][K]>
          : K extends keyof Basics<TStatus, D['settings'], D['metrics']>
            ? Basics<TStatus, D['settings'], D['metrics']>[K]
            : never;
};

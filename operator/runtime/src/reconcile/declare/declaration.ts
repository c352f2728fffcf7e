import type { Clock, KubeObject, Logger, ObjectKey, Please, SettingsTable, ValuesOf } from '../../base/index.ts';
import type { PermittedClient } from '../../client/index.ts';
import type { Action } from './action.ts';
import type { Context, Declared, MadeBy, Reserved, SelfOptions, Undeclared } from './context.ts';
import type { EditedKind, LiveKind, NamedKind, OwnedKind, ReadKind, WatchedKinds } from './dependencies.ts';
import type { Permission } from './permissions.ts';
import type { RateLimit } from './rate-limit.ts';

/**
 * Turns a name that is already taken into an error text, and a value that is not a `TWanted` into a text that says how
 * to fix it.
 */
export type Free<T, TTaken, TWanted = unknown, TElse = never> = {
  readonly [K in keyof T]: K extends keyof TTaken
    ? 'this name is reserved: choose another one'
    : T[K] extends TWanted
      ? T[K]
      : TElse;
};

/** The argument of a `uses` factory. */
export interface ProcessView<TSettings> {
  readonly settings: TSettings;
  /** Whether the operator only logs its writes: then it must not change anything outside the cluster either. */
  readonly dryRun: boolean;
  readonly log: Logger;
  readonly clock: Clock;
  /**
   * Limited to the `permissions` of the controller: rejects any other request before it is sent. Writes only while the
   * process leads, so not yet in the factory itself; in a dry run the API server stores none of them.
   */
  readonly client: PermittedClient;
  /** Aborts when the process ends, after the last reconcile. */
  readonly signal: AbortSignal;
}

/** Creates a dependency that all reconciles of a controller share, such as a client of an external system. */
export type UseFactory = (given: never) => unknown;

/**
 * Delays the deletion of an object until something outside the cluster is cleaned up.
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/
 */
export interface Finalizer<TObject, TContext> {
  /** `<domain>/<name>`. To change it later, list the old name in `replaces`. */
  readonly name: `${string}/${string}`;
  /** Former names: each is replaced in one patch, and counts like `name` on a terminating object. */
  readonly replaces?: readonly string[];
  /**
   * Cleans up after a terminating object. When it resolves, the finalizer is removed; if it throws, the finalizer stays
   * and the clean-up is retried. It may run again after a crash, so it must be idempotent. The object may lack a `spec`
   * if it was stored before the field was required.
   *
   * @returns nothing when the clean-up is complete; an action while something is still terminating: the finalizer
   * stays, the set status is written, and the clean-up runs again after a change, or when the action requests it
   */
  // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- most return nothing
  readonly cleanUp: (object: TObject, context: TContext) => Promise<Action | void>;
}

/** With `edits`, giving the fields back may be all that there is to clean up. */
type FinalizerFor<E, TFinalizer extends { readonly cleanUp: unknown }> = [keyof E] extends [never]
  ? TFinalizer
  : Omit<TFinalizer, 'cleanUp'> & Partial<Pick<TFinalizer, 'cleanUp'>>;
/** The finalizer of a controller whose only clean-up is that of the runtime: it deletes children in any namespace. */
type FinalizerOfRuntime<O> = true extends {
  readonly [K in keyof O]: O[K] extends { readonly anyNamespace: true } ? true : false;
}[keyof O]
  ? Pick<Finalizer<never, never>, 'name' | 'replaces'> & { readonly cleanUp?: undefined }
  : never;

/** The arguments of a trigger: injected dependencies, and the objects. */
export type TriggerContext<TObject, U, S> = {
  readonly [K in keyof U | keyof TriggerView<TObject, S>]: K extends keyof U
    ? MadeBy<U[K]>
    : K extends keyof TriggerView<TObject, S>
      ? TriggerView<TObject, S>[K]
      : never;
};

interface TriggerView<TObject, S> extends Omit<ProcessView<S extends SettingsTable ? ValuesOf<S> : never>, 'client'> {
  /** All objects, as cached now. */
  readonly resources: () => readonly TObject[];
}

/**
 * Yields keys of objects that something outside the cluster affects, until `signal` aborts. At the end `return` is
 * called, so that a generator's `finally` runs, and awaited for at most two seconds.
 */
export type Trigger<TContext> = (context: TContext) => AsyncIterable<ObjectKey>;

/**
 * Work that is repeated: the objects whose keys it returns are due at once. To look at a single object again, return
 * `requeueAfter` instead.
 *
 * It runs only while the process leads. The first run of a term comes after a random part of the period, so that
 * operators do not all run at the same time. Runs never overlap: after one that takes longer than the period, the
 * missed ones are left out. If it throws, that is logged, and it runs again with the backoff of triggers.
 */
export interface PeriodicWork<TContext> {
  /** The period in milliseconds. */
  readonly everyMs: number;
  // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- work may affect no object
  readonly work: (this: void, context: TContext) => Promise<Iterable<ObjectKey> | void>;
}

/** The arguments of a health check: the controller's injected dependencies and settings. */
export type HealthContext<U, S> = {
  readonly [K in keyof U | 'settings']: K extends keyof U
    ? MadeBy<U[K]>
    : S extends SettingsTable
      ? ValuesOf<S>
      : never;
};

/**
 * Checks one dependency of the controller: returns `true`, or the reason of the failure. Called for each request to
 * `/readyz`, so it must only read known state. A check that throws fails.
 */
export type HealthCheck<TContext> = (this: void, context: TContext) => true | string;

/** The dependencies of a controller, which its context provides. */
export interface Dependencies<O, R, W, U, S, M, X, P, E> {
  /** The kinds that the controller creates. */
  readonly owns?: O & Free<O, Reserved<S, M>, OwnedKind, 'wrap it: owns(...)'>;
  /** The kinds that the controller only reads. */
  readonly reads?: R & Free<R, Reserved<S, M> & O, ReadKind | LiveKind | NamedKind, 'wrap it: reads(...) or gets(...)'>;
  /** The kinds whose changes enqueue resources of the controller. */
  readonly watches?: W &
    Free<
      W,
      Reserved<S, M> & O & R,
      WatchedKinds[string],
      'name what a change reconciles: watches(kind, named(...)), or usedBy, allOf, a function'
    >;
  /** The kinds of others, of which it sets some fields. */
  readonly edits?: E & Free<E, Reserved<S, M> & O & R & W, EditedKind, 'wrap it: edits(...)'>;
  /**
   * Dependencies that all reconciles share: each factory runs once per process, before the first reconcile, and the
   * context has its result by name. A result with `Symbol.asyncDispose` or `Symbol.dispose` is disposed when the
   * process ends.
   */
  readonly uses?: U & {
    readonly [K in keyof U]: (given: ProcessView<S extends SettingsTable ? ValuesOf<S> : never>) => unknown;
  } & Free<U, Reserved<S, M> & O & R & W & E>;
  /** The controller's own settings: flags and environment variables of every operator that includes the controller. */
  readonly settings?: S;
  /** The controller's own metrics, in addition to those of every controller. */
  readonly metrics?: M;
  /**
   * Whether the controller may delete the object that it reconciles: for a time to live. Grants `delete` on its own
   * kind, and the context has `self`. @default - it may not
   */
  readonly self?: X & (SelfOptions | undefined);
  /**
   * Whether the controller writes the status of a kind that is not declared with `defineApi`: grants `patch` on it, and
   * the context has `status`. The runtime writes exactly the fields that the controller sets: no `observedGeneration`,
   * no `Ready`, no errors. @default - it does not; a kind of `defineApi` always has it
   */
  readonly ownsStatus?: P & (true | undefined);
}

/** Rejects `ownsStatus` for a kind without a status. */
export type StatusCheck<TObject, P> = P extends true
  ? 'status' extends keyof TObject
    ? unknown
    : { readonly ownsStatus: Please<'this kind has no status: remove ownsStatus'> }
  : unknown;

/** The declaration of a controller. */
export interface ControllerDeclaration<
  TObject extends KubeObject,
  TStatus,
  O,
  R,
  W,
  U,
  S,
  M,
  X,
  P,
  E,
> extends Dependencies<O, R, W, U, S, M, X, P, E> {
  /**
   * A DNS label, used in logs, metrics, field managers, and the setting `--controllers`. @default - the kind in
   * kebab-case
   */
  readonly name?: string;
  /**
   * Whether an update starts a reconcile: see `generationChanged` and the other predicates. Pure. A creation, deletion
   * or recreation always starts one. @default - every update
   */
  predicate?(this: void, before: TObject, after: TObject): boolean;
  /**
   * When the runtime deletes an object, for a time to live: in milliseconds since 1970, or as a `Date`. Pure. Grants
   * `delete` on the kind.
   *
   * Guarantees: not earlier; also if `reconcile` fails, and after a restart; if the time changes, the new one
   * counts. Deletes only the object that it was called with (uid and resource version), with background propagation,
   * and emits an event. A failed deletion is retried.
   *
   * @default - never
   */
  expiresAt?(this: void, object: TObject): number | Date | undefined;
  /**
   * The minimum number of objects to reconcile concurrently, even if the setting `workers` is lower. For reconciles
   * that wait for something outside the cluster, so that they do not block others.
   * @default - the setting
   */
  readonly workers?: number;
  /**
   * The timeout of a reconcile, or a `cleanUp`, in milliseconds: then its `signal` aborts, and it is retried. The grace
   * period also limits it at a stop. Raise it only to wait for something outside the cluster; if you can check it
   * later, use `requeueAfter` instead. @default 60000
   */
  readonly timeoutMs?: number;
  /**
   * When failed objects are retried: the backoff of each, and the rate of all.
   * @default - from 5 ms to 30 s, without a common rate
   */
  readonly rateLimit?: RateLimit;
  /**
   * Sources of keys outside the cluster: each yielded key is due at once. Triggers run while the process leads, and
   * restart with each term (which reconciles all objects anyway). A trigger that throws is logged and called again with
   * backoff; one that ends is not. `{ everyMs, work }` repeats work. @default - none
   */
  readonly triggers?: Readonly<
    Record<
      string,
      Trigger<NoInfer<TriggerContext<TObject, U, S>>> | PeriodicWork<NoInfer<TriggerContext<TObject, U, S>>>
    >
  >;
  /**
   * Readiness checks in addition to the caches: each is `<controller>/<name>` at `/readyz`. An unready replica keeps
   * working, and may lead; but Services do not route to it, and a rolling update waits for it.
   * @default - none
   */
  readonly health?: Readonly<Record<string, HealthCheck<NoInfer<HealthContext<U, S>>>>>;
  /**
   * Added before the first `reconcile` of an object; delays its deletion until `cleanUp` is done. With `edits` of other
   * kinds or children in any namespace it is required, and `cleanUp` is optional. @default - none
   */
  readonly finalizer?:
    | FinalizerFor<E, Finalizer<TObject, NoInfer<Context<Undeclared, Declared<O, R, W, U, S, M, X, P, E>, TStatus>>>>
    | NoInfer<FinalizerOfRuntime<O>>;
  /** Finalizers of predecessors that have no operator any more; removed from every object. @default - none */
  readonly legacyFinalizers?: readonly string[];
  /**
   * Permissions in addition to those of the handles, each with its reason: for the `client` that the `uses` factories
   * get. @default - none
   */
  readonly permissions?: readonly Permission[];
  /**
   * Changes the cluster to match `object`. Called with the current object, not with an event; never concurrently for
   * one object; never for a terminating object.
   */
  readonly reconcile: (
    object: TObject,
    context: NoInfer<Context<Undeclared, Declared<O, R, W, U, S, M, X, P, E>, TStatus>>,
  ) => Promise<Action | Please<'return awaitChange or requeueAfter(ms)'>>;
}

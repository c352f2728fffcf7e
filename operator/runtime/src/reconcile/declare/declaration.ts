import type { Clock, KubeObject, Logger, ObjectKey, Please, SettingsTable, ValuesOf } from '../../base/index.ts';
import type { PermittedClient } from '../../client/index.ts';
import type { Action } from './action.ts';
import type { Context, Declared, MadeBy, Reserved, SelfOptions, Undeclared } from './context.ts';
import type { EditedKind, LiveKind, NamedKind, OwnedKind, ReadKind, WatchedKinds } from './dependencies.ts';
import type { Permission } from './permissions.ts';
import type { RateLimit } from './rate-limit.ts';

/**
 * Makes the compiler reject a name that is already taken, and a value that is not a `TWanted`, with a text that says
 * how to fix it.
 */
export type Free<T, TTaken, TWanted = unknown, TElse = never> = {
  readonly [K in keyof T]: K extends keyof TTaken
    ? 'this name is reserved: choose another one'
    : T[K] extends TWanted
      ? T[K]
      : TElse;
};

/** The argument of a factory in `uses`. */
export interface ProcessView<TSettings> {
  readonly settings: TSettings;
  /**
   * Whether the operator only logs its writes: then the dependency must not change anything outside of the cluster
   * either.
   */
  readonly dryRun: boolean;
  readonly log: Logger;
  readonly clock: Clock;
  /**
   * A client that is limited to the `permissions` of the controller: it rejects any other request before it is sent. It
   * writes only while the process leads, so not in the factory itself. In a dry run the API server stores no write.
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
  /** The name of the finalizer, as `<domain>/<name>`. To change it later, list the old name in `replaces`. */
  readonly name: `${string}/${string}`;
  /** Former names of the finalizer. Each is replaced in one patch, and counts like `name` on a terminating object. */
  readonly replaces?: readonly string[];
  /**
   * Cleans up after a terminating object. When it resolves, the finalizer is removed; if it throws, the finalizer stays
   * and the clean-up is retried. It may run again after a crash, so it must be idempotent. The object may lack a `spec`
   * if it was stored before the field was required.
   * @returns nothing when the clean-up is complete; an action while something still terminates: then the finalizer
   *   stays, the status is written, and `cleanUp` is called again after a change, or when the action requests it
   */
  // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- most return nothing
  readonly cleanUp: (object: TObject, context: TContext) => Promise<Action | void>;
}

/**
 * Makes `cleanUp` optional for a controller with `edits`, for which giving the fields back may be the whole clean-up.
 */
type FinalizerFor<E, TFinalizer extends { readonly cleanUp: unknown }> = [keyof E] extends [never]
  ? TFinalizer
  : Omit<TFinalizer, 'cleanUp'> & Partial<Pick<TFinalizer, 'cleanUp'>>;
/**
 * A finalizer with an optional `cleanUp`, for a controller with children in any namespace, which the runtime deletes
 * itself.
 */
type FinalizerOfRuntime<O> = true extends {
  readonly [K in keyof O]: O[K] extends { readonly anyNamespace: true } ? true : false;
}[keyof O]
  ? Pick<Finalizer<never, never>, 'name' | 'replaces'> & { readonly cleanUp?: undefined }
  : never;

/** The arguments of a trigger: injected dependencies, settings, and the controller's objects. */
export type TriggerContext<TObject, U, S> = {
  readonly [K in keyof U | keyof TriggerView<TObject, S>]: K extends keyof U
    ? MadeBy<U[K]>
    : K extends keyof TriggerView<TObject, S>
      ? TriggerView<TObject, S>[K]
      : never;
};

interface TriggerView<TObject, S> extends Omit<ProcessView<S extends SettingsTable ? ValuesOf<S> : never>, 'client'> {
  /** Returns all objects of the controller's kind, as they are cached now. */
  readonly resources: () => readonly TObject[];
}

/**
 * Yields keys of objects that something outside of the cluster affects, until `signal` aborts. `return` is called then,
 * so that the `finally` of a generator runs, and awaited for at most two seconds.
 */
export type Trigger<TContext> = (context: TContext) => AsyncIterable<ObjectKey>;

/**
 * Work that is repeated at intervals; the objects whose keys it returns are reconciled at once. (To look at a single
 * object again, return `requeueAfter` from its reconcile instead.) It runs only while the process leads. The first run
 * of a term starts after a random part of the interval, so that operators do not all run at the same time. Runs never
 * overlap: if one takes longer than the interval, the missed ones are skipped. If it throws, the error is logged, and
 * it runs again with the backoff of triggers.
 */
export interface PeriodicWork<TContext> {
  /** The interval in milliseconds. */
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
 * Checks one dependency of the controller: returns `true`, or the reason of the failure. It is called for each request
 * to `/readyz`, so it must not wait. A check that throws fails.
 */
export type HealthCheck<TContext> = (this: void, context: TContext) => true | string;

/** The declared dependencies of a controller; its context provides a handle for each. */
export interface Dependencies<O, R, W, U, S, M, X, P, E> {
  /** Kinds whose objects the controller creates. @default - none */
  readonly owns?: O & Free<O, Reserved<S, M>, OwnedKind, 'wrap it: owns(...)'>;
  /** Kinds whose objects the controller only reads. @default - none */
  readonly reads?: R & Free<R, Reserved<S, M> & O, ReadKind | LiveKind | NamedKind, 'wrap it: reads(...) or gets(...)'>;
  /** Kinds whose changes reconcile objects of the controller. @default - none */
  readonly watches?: W &
    Free<
      W,
      Reserved<S, M> & O & R,
      WatchedKinds[string],
      'name what a change reconciles: watches(kind, named(...)), or usedBy, allOf, a function'
    >;
  /** Kinds whose objects belong to others, and of which the controller sets some fields. @default - none */
  readonly edits?: E & Free<E, Reserved<S, M> & O & R & W, EditedKind, 'wrap it: edits(...)'>;
  /**
   * Dependencies that all reconciles share. Each factory runs once per process, before the first reconcile, and the
   * context has its result under the same name. A result with `Symbol.asyncDispose` or `Symbol.dispose` is disposed
   * when the process ends. @default - none
   */
  readonly uses?: U & {
    readonly [K in keyof U]: (given: ProcessView<S extends SettingsTable ? ValuesOf<S> : never>) => unknown;
  } & Free<U, Reserved<S, M> & O & R & W & E>;
  /** Settings of the controller: flags and environment variables of every operator that includes it. @default - none */
  readonly settings?: S;
  /** Metrics of the controller, in addition to those of every controller. @default - none */
  readonly metrics?: M;
  /**
   * Whether the controller may delete the object that it reconciles, for example after a time to live. Grants `delete`
   * on its own kind, and adds `self` to the context. @default - it may not
   */
  readonly self?: X & (SelfOptions | undefined);
  /**
   * Whether the controller writes the status of a kind that `defineApi` does not declare. Grants `patch` on it, and
   * adds `status` to the context. The runtime writes exactly the fields that the controller sets: no
   * `observedGeneration`, no `Ready`, no errors. @default - it does not; the context of a kind of `defineApi` always
   * has `status`
   */
  readonly ownsStatus?: P & (true | undefined);
}

/** Makes the compiler reject `ownsStatus` for a kind without a status. */
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
   * The name of the controller, a DNS label, used in logs, metrics, field managers, and the setting `--controllers`.
   * @default - the kind in kebab-case
   */
  readonly name?: string;
  /**
   * Whether an update of an object starts a reconcile: see `generationChanged` and the other predicates. Must be pure.
   * A creation, deletion or recreation always starts one. @default - every update
   */
  predicate?(this: void, before: TObject, after: TObject): boolean;
  /**
   * Returns when the runtime deletes an object, for a time to live: in milliseconds since 1970, or as a `Date`. Must be
   * pure. Grants `delete` on the kind.
   *
   * Guarantees: the object is not deleted earlier; it is deleted even if `reconcile` fails, and after a restart; if the
   * time changes, the new one counts. Deletes only the object that `expiresAt` was called with (uid and resource
   * version), with background propagation, and emits an event. A failed deletion is retried. @default - never
   */
  expiresAt?(this: void, object: TObject): number | Date | undefined;
  /**
   * How many objects are reconciled at the same time, at most, in place of the setting `workers`: more for reconciles
   * that wait for something outside of the cluster, fewer to spare it. @default - the setting
   */
  readonly workers?: number;
  /**
   * The timeout of `reconcile` and of `cleanUp`, in milliseconds. When it passes, `signal` aborts, and the reconcile is
   * retried. During a stop, the grace period limits it as well. Raise it only if a reconcile waits for something
   * outside of the cluster; if you can check that later, use `requeueAfter` instead. @default 60000
   */
  readonly timeoutMs?: number;
  /**
   * How failed objects are retried: the backoff of each, and the rate of all. @default - from 5 ms to 30 s, without a
   * common rate
   */
  readonly rateLimit?: RateLimit;
  /**
   * Sources of keys outside of the cluster: the object of each yielded key is reconciled at once. Triggers run while
   * the process leads, and restart with each term, in which all objects are reconciled anyway. A trigger that throws is
   * logged and started again with backoff; one that ends is not. `{ everyMs, work }` repeats work. @default - none
   */
  readonly triggers?: Readonly<
    Record<
      string,
      Trigger<NoInfer<TriggerContext<TObject, U, S>>> | PeriodicWork<NoInfer<TriggerContext<TObject, U, S>>>
    >
  >;
  /**
   * Readiness checks in addition to those of the caches; each appears as `<controller>/<name>` at `/readyz`. An unready
   * replica keeps working and may lead, but Services do not route to it, and a rolling update waits for it. @default -
   * none
   */
  readonly health?: Readonly<Record<string, HealthCheck<NoInfer<HealthContext<U, S>>>>>;
  /**
   * The finalizer that is added before the first `reconcile` of an object, and delays its deletion until `cleanUp` is
   * done. Required with `edits` of other kinds or children in any namespace; `cleanUp` is then optional. @default -
   * none
   */
  readonly finalizer?:
    | FinalizerFor<E, Finalizer<TObject, NoInfer<Context<Undeclared, Declared<O, R, W, U, S, M, X, P, E>, TStatus>>>>
    | NoInfer<FinalizerOfRuntime<O>>;
  /**
   * Finalizers of predecessors of this operator that no longer run; the runtime removes them from every object.
   * @default - none
   */
  readonly legacyFinalizers?: readonly string[];
  /**
   * Permissions in addition to those of the handles, each with its reason. They are for the `client` that the factories
   * in `uses` get. @default - none
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

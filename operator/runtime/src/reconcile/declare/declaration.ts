import type { Clock, KubeObject, Logger, ObjectKey, Please, SettingsTable, ValuesOf } from '../../base/index.ts';
import type { Action } from './action.ts';
import type { Basics, Context, Declared, MadeBy, Undeclared } from './context.ts';
import type { OwnedKind, ReadKind, WatchedKinds } from './dependencies.ts';

/**
 * Turns a name that is already used into an error text, and a value that is no `TWanted` into a text that says how to
 * make it one.
 */
export type Free<T, TTaken, TWanted = unknown, TElse = never> = {
  readonly [K in keyof T]: K extends keyof TTaken
    ? 'this name is taken: choose another'
    : T[K] extends TWanted
      ? T[K]
      : TElse;
};

/** What a process passes to the factories of `uses`. */
export interface ProcessView<TSettings> {
  readonly settings: TSettings;
  /** Whether the operator only logs what it would do: then nothing outside of the cluster may be changed either. */
  readonly dryRun: boolean;
  readonly log: Logger;
  readonly clock: Clock;
  /** Aborts when the process ends, after the last reconcile. */
  readonly signal: AbortSignal;
}

/** Creates something that all reconciles of a controller share, such as a client of an outside system. */
export type UseFactory = (given: never) => unknown;

/**
 * Delays the deletion of a resource until something outside of the cluster is cleaned up.
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/
 */
export interface Finalizer<TObject, TContext> {
  /** `<domain>/<name>`. To change it later, list the old name in `replaces`. */
  readonly name: `${string}/${string}`;
  /** Former names: each is replaced in one patch, and counts like `name` on a resource that is being deleted. */
  readonly replaces?: readonly string[];
  /**
   * Cleans up after a resource that is being deleted. Once it resolves the finalizer is removed; if it throws, the
   * finalizer stays and it is called again. It may run again after a crash, so it must accept what is cleaned up
   * already. The resource may have no `spec`, if it was stored before one was required.
   *
   * @returns nothing when all is clean; an action while something is still terminating: the finalizer stays, the status
   * that was set is written, and it is called again when something changes, or as the action says
   */
  // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- most have nothing to say
  readonly cleanUp: (object: TObject, context: TContext) => Promise<Action | void>;
}

/** What a trigger gets: the injected dependencies, and the resources. */
export type TriggerContext<TObject, U, S> = {
  readonly [K in keyof U | keyof TriggerView<TObject, S>]: K extends keyof U
    ? MadeBy<U[K]>
    : K extends keyof TriggerView<TObject, S>
      ? TriggerView<TObject, S>[K]
      : never;
};

interface TriggerView<TObject, S> extends ProcessView<S extends SettingsTable ? ValuesOf<S> : never> {
  /** All resources, as the cache holds them now. */
  readonly resources: () => readonly TObject[];
}

/**
 * Yields the keys of resources that something outside of the cluster concerns, until `signal` aborts. At the end
 * `return` is called, so that a generator's `finally` runs, and awaited for two seconds at most.
 */
export type Trigger<TContext> = (context: TContext) => AsyncIterable<ObjectKey>;

/** What a health check gets: the injected dependencies, and the settings of the controller. */
export type HealthContext<U, S> = {
  readonly [K in keyof U | 'settings']: K extends keyof U
    ? MadeBy<U[K]>
    : S extends SettingsTable
      ? ValuesOf<S>
      : never;
};

/**
 * Checks one thing that the controller needs: `true`, or why it failed, for people. Called for each request to
 * `/readyz`, so it only reads what is known already. One that throws counts as failed.
 */
export type HealthCheck<TContext> = (this: void, context: TContext) => true | string;

/** What a controller depends on, and finds in its context. */
export interface Dependencies<O, R, W, U, S, M> {
  /** The kinds that it creates. */
  readonly owns?: O & Free<O, Basics<unknown, S, M>, OwnedKind, 'wrap it: owns(...)'>;
  /** The kinds that it only reads. */
  readonly reads?: R & Free<R, Basics<unknown, S, M> & O, ReadKind, 'wrap it: reads(...)'>;
  /** The kinds whose changes concern its resources. */
  readonly watches?: W & Free<W, Basics<unknown, S, M> & O & R, WatchedKinds[string], 'wrap it: watches(..., mapTo)'>;
  /**
   * What all its reconciles share: each factory is called once per process, before the first reconcile, and its result
   * is in the context under its name. A result with `Symbol.asyncDispose` or `Symbol.dispose` is disposed when the
   * process ends.
   */
  readonly uses?: U & {
    readonly [K in keyof U]: (given: ProcessView<S extends SettingsTable ? ValuesOf<S> : never>) => unknown;
  } & Free<U, Basics<unknown, S, M> & O & R & W>;
  /** Settings of its own: flags and environment variables of every operator that it is part of. */
  readonly settings?: S;
  /** Metrics of its own, beside those that every controller has. */
  readonly metrics?: M;
}

/** What a controller is, in one place. */
export interface ControllerDeclaration<TObject extends KubeObject, TStatus, O, R, W, U, S, M> extends Dependencies<
  O,
  R,
  W,
  U,
  S,
  M
> {
  /** A DNS label: names logs, metrics, field managers, and the setting `--controllers`. @default - the kind in kebab-case */
  readonly name?: string;
  /**
   * Whether an update of a resource starts a reconcile: see `generationChanged` and the other predicates. Pure. A
   * resource that is created, deleted, or created again always does. @default - every update does
   */
  predicate?(this: void, before: TObject, after: TObject): boolean;
  /**
   * How many of its resources are worked on at the same time at least, whatever the setting `workers` says. For
   * reconciles that wait for something outside of the cluster, so that they do not block others.
   * @default - what the setting says
   */
  readonly workers?: number;
  /**
   * The timeout of one reconcile, or one `cleanUp`, in milliseconds: then its `signal` aborts, and it is tried again.
   * At a stop the grace period counts, too. For reconciles that have to wait longer for something outside of the
   * cluster: if it can be checked later, use `requeueAfter` instead. @default 60000
   */
  readonly timeoutMs?: number;
  /**
   * Sources of keys from outside of the cluster: each key that a trigger yields is due at once. Triggers run while the
   * process leads, and are started again with each term (in which all resources are reconciled anyway). One that throws
   * is logged and called again, with backoff; one that ends is not. @default - none
   */
  readonly triggers?: Readonly<Record<string, Trigger<NoInfer<TriggerContext<TObject, U, S>>>>>;
  /**
   * What a process needs to be ready, beside its caches: each is `<controller>/<name>` at `/readyz`. A replica that is
   * not ready keeps working, and may lead; but Services do not route to it, and a rolling update waits for it.
   * @default - nothing
   */
  readonly health?: Readonly<Record<string, HealthCheck<NoInfer<HealthContext<U, S>>>>>;
  /** Added before the first `reconcile` of a resource; delays its deletion until `cleanUp` is done. @default - none */
  readonly finalizer?: Finalizer<TObject, NoInfer<Context<Undeclared, Declared<O, R, W, U, S, M>, TStatus>>>;
  /** Finalizers of predecessors that no operator removes any more; removed wherever they are found. @default - none */
  readonly legacyFinalizers?: readonly string[];
  /**
   * Brings the cluster to what `object` asks for. Called with the current object, never with an event; never twice at
   * once for one object; never for an object that is being deleted.
   */
  readonly reconcile: (
    object: TObject,
    context: NoInfer<Context<Undeclared, Declared<O, R, W, U, S, M>, TStatus>>,
  ) => Promise<Action | Please<'return awaitChange or requeueAfter(ms)'>>;
}

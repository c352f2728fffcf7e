import type { Clock, KubeObject, Logger, ObjectKey, Please, SettingsTable, ValuesOf } from '../../base/index.ts';
import type { Action } from './action.ts';
import type { Basics, Context, Declared, MadeBy, Undeclared } from './context.ts';
import type { OwnedKind, ReadKind, WatchedKinds } from './dependencies.ts';

/** Turns a taken name into an error text, and what is no `TWanted` into the text that says how to make it one. */
export type Free<T, TTaken, TWanted = unknown, TElse = never> = {
  readonly [K in keyof T]: K extends keyof TTaken
    ? 'this name is taken: choose another'
    : T[K] extends TWanted
      ? T[K]
      : TElse;
};

/** What a process gives to whatever its controllers use. */
export interface ProcessView<TSettings> {
  readonly settings: TSettings;
  /** Whether the operator only says what it would do: then nothing outside of the cluster may be changed either. */
  readonly dryRun: boolean;
  readonly log: Logger;
  readonly clock: Clock;
  /** Aborts when the process ends, after the last reconcile. */
  readonly signal: AbortSignal;
}

/** Makes something that all reconciles of a controller share, such as a client of an outside system. */
export type UseFactory = (given: never) => unknown;

/**
 * What keeps a resource from being deleted until something outside of the cluster is cleaned up.
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/
 */
export interface Finalizer<TObject, TContext> {
  /** `<domain>/<name>`. Never change it later but by `replaces`. */
  readonly name: `${string}/${string}`;
  /** Names that it had before: replaced in one patch, and as good as `name` on a resource that is being deleted. */
  readonly replaces?: readonly string[];
  /**
   * Cleans up after a resource that is being deleted. Once it resolves the finalizer is removed; if it throws, the
   * finalizer stays and it is called again. May run again after a crash: what is cleaned up already is fine. The resource may
   * have no `spec`, if it was stored before that was asked for.
   *
   * @returns nothing when all is clean; an action while something still terminates: the finalizer stays, the status
   * that was set is written, and it is called again when something changes, or as the action says
   */
  // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- most have nothing to say
  readonly cleanUp: (object: TObject, context: TContext) => Promise<Action | void>;
}

/** What a trigger knows: what its controller uses, and the resources. */
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
 * Yields the keys of resources that something outside of the cluster concerns, for as long as `signal` lets it. At the end
 * `return` is called, so that a generator's `finally` runs, and waited for, for two seconds at most.
 */
export type Trigger<TContext> = (context: TContext) => AsyncIterable<ObjectKey>;

/** What a check of a controller's health looks at: what the controller uses, and its settings. */
export type HealthContext<U, S> = {
  readonly [K in keyof U | 'settings']: K extends keyof U
    ? MadeBy<U[K]>
    : S extends SettingsTable
      ? ValuesOf<S>
      : never;
};

/**
 * Looks at one thing that the controller cannot do without: `true`, or why not, for people. Called for each request to
 * `/readyz`, so it only looks at what is known already. One that throws does not hold.
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
   * What all its reconciles share: each is called once per process, before the first reconcile, and what it makes is in
   * the context under its name. What has `Symbol.asyncDispose` or `Symbol.dispose` is disposed when the process ends.
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
   * Whether a change of a resource that stays starts a reconcile: see `generationChanged` and its like. Pure. One that
   * is created, deleted, or created again always does. @default - every change does
   */
  when?(this: void, before: TObject, after: TObject): boolean;
  /**
   * How many of its resources are worked on at the same time at least, whatever the setting `workers` says. For
   * reconciles that wait for something outside of the cluster: those that wait there hold up none that does not.
   * @default - what the setting says
   */
  readonly workers?: number;
  /**
   * How long one reconcile, or one `cleanUp`, may take, in milliseconds: then its `signal` aborts, and it is tried again. At
   * a stop the grace period counts, too. For reconciles that rightly wait longer for something outside of the cluster:
   * what can be checked again later is better left to `checkAgain`. @default 60000
   */
  readonly timeoutMs?: number;
  /**
   * What lies outside of the cluster and concerns its resources: each key that one of them yields is due at once. They run
   * while the process leads, and begin anew with each term (then all resources are reconciled anyway). One that throws is
   * logged and called again, with backoff; one that ends is over. @default - none
   */
  readonly triggers?: Readonly<Record<string, Trigger<NoInfer<TriggerContext<TObject, U, S>>>>>;
  /**
   * What a process needs to be ready, beside its caches: each is `<controller>/<name>` at `/readyz`. A replica that is not
   * ready goes on working, and leads if it is its turn; but it is out of Services, and an update waits for it.
   * @default - nothing
   */
  readonly health?: Readonly<Record<string, HealthCheck<NoInfer<HealthContext<U, S>>>>>;
  /** Is there before the first `reconcile` of a resource, and holds it back until `cleanUp` is done. @default - none */
  readonly finalizer?: Finalizer<TObject, NoInfer<Context<Undeclared, Declared<O, R, W, U, S, M>, TStatus>>>;
  /** Finalizers of predecessors that nobody removes any more; removed wherever they are found. @default - none */
  readonly releases?: readonly string[];
  /**
   * Brings the world to what `object` asks for. Called with the current object, never with an event; never twice at
   * once for one object; never for an object that is being deleted.
   */
  readonly reconcile: (
    object: TObject,
    context: NoInfer<Context<Undeclared, Declared<O, R, W, U, S, M>, TStatus>>,
  ) => Promise<Action | Please<'return awaitChange or checkAgain(ms)'>>;
}

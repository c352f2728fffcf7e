import type { Kind, SettingsTable } from '../../base/index.ts';
import type { Context, Declared, SelfOptions, StatusOf, Undeclared } from './context.ts';
import type { Dependencies, UseFactory } from './declaration.ts';
import type { EditedKind, LiveKind, NamedKind, OwnedKind, ReadKind, WatchedKinds } from './dependencies.ts';
import type { MetricDefinitions } from './metric-definitions.ts';

/** Declared dependencies by name. Accepts a kind without a wrapper function, so that `Free` can report it. */
export type Named<T> = Readonly<Record<string, T | ReadKind | Kind>>;

/** The dependencies of a controller that declares none. */
export const noDependencies = {
  owns: {},
  reads: {},
  watches: {},
  uses: {},
  settings: {},
  metrics: {},
  self: undefined,
  ownsStatus: undefined,
  edits: {},
};

/* eslint-disable @typescript-eslint/no-empty-object-type -- by default exactly nothing is declared */
/**
 * Declares the dependencies of a controller separately, for a `reconcile` in another file. `reconcile` takes
 * `ContextOf<…>` of them, and the controller is `defineController(api, { ...dependencies, reconcile })`. Guarantees:
 * the compiler reports a wrong dependency as `defineController` would.
 */
export function defineDependencies<
  const O extends Named<OwnedKind> = {},
  const R extends Named<ReadKind | LiveKind | NamedKind> = {},
  const W extends Named<WatchedKinds[string]> = {},
  U extends Readonly<Record<string, UseFactory>> = {},
  S extends SettingsTable = {},
  M extends MetricDefinitions = {},
  const X extends SelfOptions | undefined = undefined,
  const P extends true | undefined = undefined,
  const E extends Named<EditedKind> = {},
>(dependencies: Dependencies<O, R, W, U, S, M, X, P, E>): Declared<O, R, W, U, S, M, X, P, E> {
  /* eslint-enable @typescript-eslint/no-empty-object-type */
  return { ...noDependencies, ...dependencies } as unknown as Declared<O, R, W, U, S, M, X, P, E>;
}

type AnyDependencies = Declared<unknown, unknown, unknown, unknown, unknown, unknown, unknown, unknown, unknown>;

/**
 * The context of `reconcile` and `cleanUp`: a handle for each declared kind, the injected dependencies, status, events,
 * settings, metrics, log and signal.
 * @typeParam A the type of the controller's kind
 * @typeParam D the type of its dependencies, as `defineDependencies` returns them
 */
export type ContextOf<A extends Kind, D extends AnyDependencies> =
  D extends Declared<infer O, infer R, infer W, infer U, infer S, infer M, infer X, infer P, infer E>
    ? Context<Undeclared, Declared<O, R, W, U, S, M, X, P, E>, StatusOf<A, P>>
    : never;

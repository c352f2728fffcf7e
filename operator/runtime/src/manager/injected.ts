import type { Registry } from 'prom-client';

import {
  waitForAbort,
  type Clock,
  hasEndedWithin,
  type Logger,
  OperatorError,
  type SettingsTable,
  catchFailure,
} from '../base/index.ts';
import { createPermittedClient, type Transport } from '../client/index.ts';
import type { ControllerDefinition } from '../reconcile/index.ts';
import type { Checks } from './health/health-endpoint.ts';
import { registerCounters } from './metrics/index.ts';
import type { SettingsWith } from './settings/parse-settings.ts';

interface InjectedOptions {
  readonly settings: SettingsWith<SettingsTable>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly transport: Transport;
  /**
   * Called before each write of a controller's client.
   * @returns a signal that aborts when the process may no longer write
   */
  readonly beginWrite: () => AbortSignal;
}

/**
 * What reconciles get in addition to their handles: settings, metrics, and injected dependencies. The dependencies
 * exist only after `create`.
 */
export class Injected implements AsyncDisposable {
  readonly #definitions: readonly ControllerDefinition[];
  readonly #options: InjectedOptions;
  readonly #injected = new Map<ControllerDefinition, Record<string, unknown>>();
  readonly #ended = new AbortController();
  readonly #created: { readonly name: string; readonly value: unknown }[] = [];
  #complete = false;

  constructor(definitions: readonly ControllerDefinition[], options: InjectedOptions) {
    this.#definitions = definitions;
    this.#options = options;
    for (const definition of definitions) {
      const settings = pickValues(definition, options.settings);
      this.#injected.set(definition, { settings, metrics: registerCounters(options.registry, definition) });
    }
  }

  /** Returns the injected values of one controller: its settings and metrics, and after `create` its dependencies. */
  getInjected(definition: ControllerDefinition): Record<string, unknown> {
    return this.#injected.get(definition) ?? {};
  }

  /**
   * Creates the dependencies once, in the order of the controllers. Errors: those of a factory; the reason of `stop`,
   * which ends the wait for a factory.
   */
  async create(stop: AbortSignal): Promise<void> {
    for (const definition of this.#definitions) {
      for (const name of Object.keys(definition.uses))
        this.getInjected(definition)[name] = await this.#use(definition, name, stop);
    }
    this.#complete = true;
  }

  /** The health checks of the dependencies: `uses`, and `<controller>/<name>` for each declared check. */
  get checks(): Checks {
    const own = this.#definitions.flatMap((definition) =>
      Object.entries(definition.health).map(([name, check]) => {
        const asked = (): true | string =>
          this.#complete
            ? check(this.getInjected(definition))
            : 'the dependencies of the controller are not created yet';
        return [`${definition.name}/${name}`, asked] as const;
      }),
    );
    return {
      uses: () => this.#complete || 'the dependencies of the controllers are not created yet',
      ...Object.fromEntries(own),
    };
  }

  /**
   * Disposes the dependencies in reverse order, because a later one may need an earlier one. A dependency that fails or
   * hangs does not block the others.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended.abort(new OperatorError('STOPPED', 'use the dependencies of the controllers'));
    for (const { name, value } of this.#created.toReversed()) await this.#dispose(name, value);
  }

  async #use(definition: ControllerDefinition, name: string, stop: AbortSignal): Promise<unknown> {
    const { clock, logger, transport, beginWrite } = this.#options;
    const { settings } = this.getInjected(definition) as { settings: Record<string, unknown> };
    const log = logger.child({ controller: definition.name });
    const { dryRun } = this.#options.settings;
    const declarer = `the controller ${definition.name}`;
    const client = createPermittedClient(transport, {
      ...{ permissions: definition.permissions, declarer, dryRun, log, beginWrite },
    });
    const view = { settings, dryRun, log, clock, client, signal: this.#ended.signal };
    const creating = Promise.resolve(definition.uses[name]?.(view));
    await Promise.race([creating, waitForAbort(stop)]);
    if (stop.aborted) {
      // The factory may still finish. Its result is disposed then, because nothing uses it.
      catchFailure(
        creating.then((value) => this.#dispose(name, value)),
        () => undefined,
      );
      throw stop.reason;
    }
    const value = await creating;
    this.#created.push({ name, value });
    return value;
  }

  async #dispose(name: string, value: unknown): Promise<void> {
    const { clock, logger } = this.#options;
    const disposed = dispose(value).catch((error: unknown) => {
      logger.error(error, 'failed to dispose of the dependencies of a controller', { name });
    });
    if (await hasEndedWithin(clock, disposeWithinMs, disposed)) return;
    logger.warn('the dependencies of a controller are abandoned: disposing of them took too long', { name });
  }
}

/**
 * Time limit for disposing one dependency, in milliseconds. Together with the end of the work, it has to fit into the
 * grace period of the Pod.
 */
const disposeWithinMs = 5_000;

function pickValues(
  { settings }: ControllerDefinition,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(Object.keys(settings).map((name) => [name, values[name]]));
}

async function dispose(value: unknown): Promise<void> {
  if (typeof value !== 'object' || value === null) return;
  if (Symbol.asyncDispose in value) await (value as AsyncDisposable)[Symbol.asyncDispose]();
  else if (Symbol.dispose in value) (value as Disposable)[Symbol.dispose]();
}

import type { Registry } from 'prom-client';

import {
  aborted,
  type Clock,
  endsWithin,
  type Logger,
  OperatorError,
  type SettingsTable,
  unattended,
} from '../base/index.ts';
import type { ControllerDefinition } from '../reconcile/index.ts';
import type { Checks } from './health/index.ts';
import { registerCounters } from './metrics/index.ts';
import type { SettingsWith } from './settings/index.ts';

/** What reconciles find in their context beside their handles. */
export interface Tools extends AsyncDisposable {
  /** Of one controller: its settings and its counters, and once `make` has resolved what it uses, too. */
  of(definition: ControllerDefinition): Readonly<Record<string, unknown>>;
  /**
   * Makes what the controllers use, once, in the order of the controllers. Errors: what a factory throws; the reason of
   * `stop`, however long a factory takes.
   */
  make(stop: AbortSignal): Promise<void>;
  /** `uses`, and `<controller>/<name>` for each check that a controller declares. */
  readonly checks: Checks;
}

export interface ToolsOptions {
  readonly settings: SettingsWith<SettingsTable>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly registry: Registry;
}

/** Puts the tools of the controllers together. What they use is not made yet. */
export function createTools(definitions: readonly ControllerDefinition[], options: ToolsOptions): Tools {
  return new ControllerTools(definitions, options);
}

class ControllerTools implements Tools {
  readonly #definitions: readonly ControllerDefinition[];
  readonly #options: ToolsOptions;
  readonly #tools = new Map<ControllerDefinition, Record<string, unknown>>();
  readonly #ended = new AbortController();
  readonly #made: { readonly name: string; readonly tool: unknown }[] = [];
  #complete = false;

  constructor(definitions: readonly ControllerDefinition[], options: ToolsOptions) {
    this.#definitions = definitions;
    this.#options = options;
    for (const definition of definitions) {
      const settings = valuesOf(definition, options.settings);
      this.#tools.set(definition, { settings, metrics: registerCounters(options.registry, definition) });
    }
  }

  of(definition: ControllerDefinition): Record<string, unknown> {
    return this.#tools.get(definition) ?? {};
  }

  async make(stop: AbortSignal): Promise<void> {
    for (const definition of this.#definitions) {
      for (const name of Object.keys(definition.uses))
        this.of(definition)[name] = await this.#use(definition, name, stop);
    }
    this.#complete = true;
  }

  get checks(): Checks {
    const own = this.#definitions.flatMap((definition) =>
      Object.entries(definition.health).map(([name, check]) => {
        const asked = (): true | string =>
          this.#complete ? check(this.of(definition)) : 'what it uses is not made yet';
        return [`${definition.name}/${name}`, asked] as const;
      }),
    );
    return { uses: () => this.#complete || 'what the controllers use is not made yet', ...Object.fromEntries(own) };
  }

  /** In reverse: what was made later may stand on what was made before. One that fails or hangs keeps no other. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended.abort(new OperatorError('STOPPED', 'use what was made for the controllers'));
    for (const { name, tool } of this.#made.toReversed()) await this.#dispose(name, tool);
  }

  async #use(definition: ControllerDefinition, name: string, stop: AbortSignal): Promise<unknown> {
    const { clock, logger } = this.#options;
    const { settings } = this.of(definition) as { settings: Record<string, unknown> };
    const log = logger.child({ controller: definition.name });
    const { dryRun } = this.#options.settings;
    const view = { settings, dryRun, log, clock, signal: this.#ended.signal };
    const making = Promise.resolve(definition.uses[name]?.(view));
    await Promise.race([making, aborted(stop)]);
    if (stop.aborted) {
      // It may still come: nobody uses it then.
      unattended(
        making.then((tool) => this.#dispose(name, tool)),
        () => undefined,
      );
      throw stop.reason;
    }
    const tool = await making;
    this.#made.push({ name, tool });
    return tool;
  }

  async #dispose(name: string, tool: unknown): Promise<void> {
    const { clock, logger } = this.#options;
    const disposed = dispose(tool).catch((error: unknown) => {
      logger.error(error, 'what a controller used could not be disposed', { name });
    });
    if (await endsWithin(clock, disposeWithinMs, disposed)) return;
    logger.warn('what a controller used is abandoned: it took too long to dispose', { name });
  }
}

/** Together with the end of the work it has to fit into the time that the kubelet gives a Pod. */
const disposeWithinMs = 5_000;

function valuesOf(
  { settings }: ControllerDefinition,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(Object.keys(settings).map((name) => [name, values[name]]));
}

async function dispose(tool: unknown): Promise<void> {
  if (typeof tool !== 'object' || tool === null) return;
  if (Symbol.asyncDispose in tool) await (tool as AsyncDisposable)[Symbol.asyncDispose]();
  else if (Symbol.dispose in tool) (tool as Disposable)[Symbol.dispose]();
}

import type { Registry } from 'prom-client';

import { type Clock, type Logger, OperatorError, type SettingsTable } from '../base/index.ts';
import type { ControllerDefinition } from '../reconcile/index.ts';
import { registerCounters } from './metrics/index.ts';
import type { SettingsWith } from './settings/index.ts';

/** What reconciles find in their context beside their handles. */
export interface Tools extends AsyncDisposable {
  /** Of one controller: its settings, its counters, and what it uses. */
  of(definition: ControllerDefinition): Readonly<Record<string, unknown>>;
}

interface ToolsOptions {
  readonly settings: SettingsWith<SettingsTable>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly registry: Registry;
}

/** Makes what the controllers use, once per process, in the order of the controllers. */
export async function createTools(definitions: readonly ControllerDefinition[], options: ToolsOptions): Promise<Tools> {
  const { clock, logger, registry } = options;
  const ended = new AbortController();
  const made: unknown[] = [];
  const tools = new Map<ControllerDefinition, Readonly<Record<string, unknown>>>();
  for (const definition of definitions) {
    const settings = valuesOf(definition, options.settings);
    const log = logger.child({ controller: definition.name });
    const used: Record<string, unknown> = {};
    for (const [name, make] of Object.entries(definition.uses)) {
      used[name] = await make({ settings, log, clock, signal: ended.signal });
      made.push(used[name]);
    }
    tools.set(definition, { settings, metrics: registerCounters(registry, definition), ...used });
  }
  return {
    of: (definition) => tools.get(definition) ?? {},
    async [Symbol.asyncDispose]() {
      ended.abort(new OperatorError('STOPPED', 'use what was made for the controllers'));
      for (const each of made.toReversed()) await dispose(each);
    },
  };
}

function valuesOf(
  { settings }: ControllerDefinition,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(Object.keys(settings).map((name) => [name, values[name]]));
}

async function dispose(made: unknown): Promise<void> {
  if (typeof made !== 'object' || made === null) return;
  if (Symbol.asyncDispose in made) await (made as AsyncDisposable)[Symbol.asyncDispose]();
  else if (Symbol.dispose in made) (made as Disposable)[Symbol.dispose]();
}

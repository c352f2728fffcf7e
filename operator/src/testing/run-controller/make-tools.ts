import { type Clock, type Logger, neverAborted } from '../../runtime/base/index.ts';
import { createMetrics } from '../../runtime/manager/index.ts';
import { createTools } from '../../runtime/manager/tools.ts';
import type { ControllerDefinition } from '../../runtime/reconcile/index.ts';

type Values = Readonly<Record<string, unknown>>;

interface Given {
  readonly settings?: Values;
  readonly uses?: Values;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What a reconcile finds in its context beside its handles. */
export interface GivenTools extends AsyncDisposable {
  readonly all: Values;
}

/**
 * Makes what a controller uses, but for what the test gives: that stays the test's to dispose.
 *
 * Throws: when a test gives what the controller does not declare.
 */
export async function makeTools(definition: ControllerDefinition, given: Given): Promise<GivenTools> {
  const { settings = {}, uses = {}, clock, logger } = given;
  refuseUnknown('setting', settings, definition.settings);
  refuseUnknown('use', uses, definition.uses);
  const own = { ...definition, uses: withoutNames(definition.uses, Object.keys(uses)) };
  const values = { ...defaultsOf(definition), ...settings };
  const tools = createTools([own], {
    settings: values as Parameters<typeof createTools>[1]['settings'],
    clock,
    logger,
    registry: createMetrics(clock).registry,
  });
  await tools.make(neverAborted);
  return { all: { ...tools.of(own), ...uses }, [Symbol.asyncDispose]: () => tools[Symbol.asyncDispose]() };
}

function defaultsOf({ settings }: ControllerDefinition): Values {
  return Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, setting.default]));
}

function withoutNames<T>(table: Readonly<Record<string, T>>, names: readonly string[]): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(table).filter(([name]) => !names.includes(name)));
}

function refuseUnknown(what: string, given: Values, declared: Values): void {
  const unknown = Object.keys(given).filter((name) => !(name in declared));
  if (unknown.length > 0) throw new Error(`failed to run the controller: it declares no ${what} ${unknown.join(', ')}`);
}

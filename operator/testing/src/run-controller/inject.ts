import type { Registry } from 'prom-client';

import {
  type Clock,
  type Logger,
  neverAborted,
  OperatorError,
  type SettingValue,
  wrongValue,
} from '@kubewright/runtime/internal/base';
import { Injected } from '@kubewright/runtime/internal/manager';
import type { ControllerDefinition } from '@kubewright/runtime/internal/reconcile';

type Values = Readonly<Record<string, unknown>>;

export interface Given {
  readonly settings?: Values;
  readonly uses?: Values;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly registry: Registry;
}

/** The settings and uses that a reconcile gets in its context. */
export interface GivenInjected extends AsyncDisposable {
  readonly all: Values;
}

/**
 * Creates the `uses` of a controller, except those that the test provides: the test disposes its own.
 *
 * Throws: when the test provides a setting or a use that the controller does not declare. Errors: `SETTINGS_INVALID`.
 */
export async function inject(definition: ControllerDefinition, given: Given): Promise<GivenInjected> {
  const { settings = {}, uses = {}, clock, logger, registry } = given;
  refuseUnknown('setting', settings, definition.settings);
  refuseUnknown('use', uses, definition.uses);
  checkValues(definition, settings);
  const own = { ...definition, uses: withoutNames(definition.uses, Object.keys(uses)) };
  const values = { ...defaultsOf(definition), ...withoutUndefined(settings) };
  const injected = new Injected([own], {
    settings: values as ConstructorParameters<typeof Injected>[1]['settings'],
    clock,
    logger,
    registry,
  });
  await injected.create(neverAborted);
  return { all: { ...injected.of(own), ...uses }, [Symbol.asyncDispose]: () => injected[Symbol.asyncDispose]() };
}

function defaultsOf({ settings }: ControllerDefinition): Values {
  return Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, setting.default]));
}

function withoutNames<T>(table: Readonly<Record<string, T>>, names: readonly string[]): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(table).filter(([name]) => !names.includes(name)));
}

/** `values` without those that are undefined, which count as not given. */
function withoutUndefined(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Throws for a value that a flag could not set. Errors: `SETTINGS_INVALID`. */
function checkValues({ name, settings }: ControllerDefinition, given: Values): void {
  for (const [setting, definition] of Object.entries(settings)) {
    const value = given[setting] as SettingValue | undefined;
    const instead = value === undefined ? undefined : wrongValue(definition, value);
    if (instead === undefined) continue;
    const hint = `${JSON.stringify(value)} is not allowed; give ${instead}`;
    throw new OperatorError('SETTINGS_INVALID', `run the controller ${name} with its setting ${setting}`, { hint });
  }
}

function refuseUnknown(what: string, given: Values, declared: Values): void {
  const unknown = Object.keys(given).filter((name) => !(name in declared));
  if (unknown.length > 0)
    throw new OperatorError('TEST_FAILED', 'run the controller', {
      hint: `it declares no ${what} ${unknown.join(', ')}`,
    });
}

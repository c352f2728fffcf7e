import type { Registry } from 'prom-client';

import {
  type Clock,
  type Logger,
  neverAborted,
  OperatorError,
  type SettingValue,
  findWrongValue,
} from '@kubewright/runtime/internal/base';
import { Injected } from '@kubewright/runtime/internal/manager';
import type { ControllerDefinition } from '@kubewright/runtime/internal/reconcile';

type Values = Readonly<Record<string, unknown>>;

type InjectedOptions = ConstructorParameters<typeof Injected>[1];

export interface InjectOptions extends Pick<InjectedOptions, 'transport' | 'beginWrite'> {
  readonly settings?: Values;
  readonly uses?: Values;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly registry: Registry;
}

export interface InjectedValues extends AsyncDisposable {
  readonly all: Values;
}

/**
 * Creates the `uses` of a controller, except those that the test provides, which the test disposes itself. Throws: if
 * the test provides a setting or a use that the controller does not declare. Errors: `SETTINGS_INVALID`.
 */
export async function inject(definition: ControllerDefinition, given: InjectOptions): Promise<InjectedValues> {
  const { settings = {}, uses = {}, clock, logger, registry, transport, beginWrite } = given;
  rejectUnknown('setting', settings, definition.settings);
  rejectUnknown('use', uses, definition.uses);
  checkValues(definition, settings);
  const own = { ...definition, uses: omitNames(definition.uses, Object.keys(uses)) };
  const values = { ...getDefaults(definition), ...omitUndefined(settings) };
  const injected = new Injected([own], {
    settings: values as InjectedOptions['settings'],
    ...{ clock, logger, registry, transport, beginWrite },
  });
  await injected.create(neverAborted);
  return {
    all: { ...injected.getInjected(own), ...explainFactories(uses) },
    [Symbol.asyncDispose]: () => injected[Symbol.asyncDispose](),
  };
}

/**
 * Replaces a factory that an untyped test passed instead of its result, so that a missing method gets a helpful
 * message.
 */
function explainFactories(uses: Values): Values {
  return Object.fromEntries(
    Object.entries(uses).map(([name, use]) => [name, typeof use === 'function' ? explainFactory(name, use) : use]),
  );
}

function explainFactory(name: string, use: object): object {
  return new Proxy(use, {
    get(target, key): unknown {
      if (key in target || typeof key === 'symbol' || key === 'then') return Reflect.get(target, key);
      const hint = `the value is a function without \`${key}\`: pass the client itself, not the factory that the controller declares`;
      throw new OperatorError('TEST_FAILED', `use ${name}`, { hint });
    },
  });
}

function getDefaults({ settings }: ControllerDefinition): Values {
  return Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, setting.default]));
}

function omitNames<T>(table: Readonly<Record<string, T>>, names: readonly string[]): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(table).filter(([name]) => !names.includes(name)));
}

/** Drops undefined values, which count as absent. */
function omitUndefined(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Throws `SETTINGS_INVALID` for a value that a flag could not set. */
function checkValues({ name, settings }: ControllerDefinition, given: Values): void {
  for (const [setting, definition] of Object.entries(settings)) {
    const value = given[setting] as SettingValue | undefined;
    const instead = value === undefined ? undefined : findWrongValue(definition, value);
    if (instead === undefined) continue;
    const hint = `${JSON.stringify(value)} is not allowed; use ${instead}`;
    throw new OperatorError('SETTINGS_INVALID', `run the controller ${name} with its setting ${setting}`, { hint });
  }
}

function rejectUnknown(what: string, given: Values, declared: Values): void {
  const unknown = Object.keys(given).filter((name) => !(name in declared));
  if (unknown.length > 0)
    throw new OperatorError('TEST_FAILED', 'run the controller', {
      hint: `the controller does not declare the ${what} ${unknown.join(', ')}`,
    });
}

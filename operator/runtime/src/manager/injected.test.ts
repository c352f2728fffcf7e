import { Registry } from 'prom-client';
import { beforeEach, describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { createRecordingLogger } from '../../../testing/src/recording-logger.ts';
import { createScriptedTransport } from '../../fixtures/scripted-transport.ts';
import { someObject } from '../../fixtures/some-object.ts';
import { type Api, defineApi, t } from '../api/index.ts';
import { defineSettings, type KubeObject, neverAborted, OperatorError, type ValuesOf } from '../base/index.ts';
import { Pod } from '../kinds/index.ts';
import {
  awaitChange,
  type ControllerDefinition,
  counter,
  type Counter,
  defineController,
  gaugePerObject,
  type ProcessView,
} from '../reconcile/index.ts';
import { registerObjectGauges } from './metrics/index.ts';
import { mergeSettings } from './operator-definition.ts';
import { parseSettings } from './settings/parse-settings.ts';
import { Injected } from './injected.ts';

const Cafe = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}) });
const Bar = defineApi({ group: 'example.com', version: 'v1', kind: 'Bar', spec: t.object({}) });
const reconcile = () => Promise.resolve(awaitChange);
const settings = defineSettings({
  storeAddress: { type: 'string', default: 'store:1', description: 'Where the store is.' },
  tables: { type: 'integer', description: 'How many tables there are.' },
});

let clock = createFakeClock();
let logger = createRecordingLogger();

beforeEach(() => {
  clock = createFakeClock();
  logger = createRecordingLogger();
});

function listSamples(text: string, metric: string): readonly string[] {
  return text.split('\n').filter((line) => line.startsWith(`${metric}{`));
}

function createInjected(
  registry: Registry,
  env: Record<string, string>,
  ...controllers: ControllerDefinition[]
): Injected {
  const table = mergeSettings({ controllers });
  const values = parseSettings([], env, { name: 'coffee', version: '1', controllers: [], settings: table });
  return new Injected(controllers, {
    settings: values,
    clock,
    logger,
    registry,
    ...{
      transport: createScriptedTransport({ call: () => ({ status: 200, body: { kind: 'Pod' } }) }),
      beginWrite: () => neverAborted,
    },
  });
}

describe('the settings of a controller', () => {
  it('are parsed from the environment, and exist only in its own context', async () => {
    const cafe = defineController(Cafe, { settings, reconcile });
    const bar = defineController(Bar, { reconcile });
    await using injected = createInjected(new Registry(), { STORE_ADDRESS: 'other:2', TABLES: '7' }, cafe, bar);
    expect(injected.getInjected(cafe)['settings']).toEqual({ storeAddress: 'other:2', tables: 7 });
    expect(injected.getInjected(bar)['settings']).toEqual({});
  });

  it('are rejected with the flag and the variable that set them', () => {
    const cafe = defineController(Cafe, { settings, reconcile });
    expect(() => createInjected(new Registry(), { TABLES: 'many' }, cafe)).toThrow(/failed to read TABLES: "many"/);
  });

  it('can be named like an inherited member of objects', () => {
    const odd = { constructor: { ...settings.tables } };
    expect(
      Object.keys(mergeSettings({ controllers: [defineController(Cafe, { settings: odd, reconcile })] })),
    ).toContain('constructor');
  });

  it('can be shared only as the identical definition', () => {
    const cafe = defineController(Cafe, { settings, reconcile });
    const bar = defineController(Bar, { settings: { tables: settings.tables }, reconcile });
    const other = defineController(Bar, { settings: { tables: { ...settings.tables } }, reconcile });
    expect(Object.keys(mergeSettings({ controllers: [cafe, bar] }))).toEqual(['storeAddress', 'tables']);
    expect(() => mergeSettings({ controllers: [cafe, other] })).toThrow(
      'failed to define the setting tables of bar: another controller or webhook has a setting with this name',
    );
  });
});

describe('an injected dependency', () => {
  const events: string[] = [];
  const openStore = ({ settings: { storeAddress }, signal }: ProcessView<ValuesOf<typeof settings>>) => {
    events.push(`open ${storeAddress}`);
    return Promise.resolve({
      read: () => 'three',
      [Symbol.asyncDispose]: () => {
        events.push(`close store, aborted: ${String(signal.aborted)}`);
        return Promise.resolve();
      },
    });
  };
  const openDoor = () => ({ [Symbol.dispose]: () => void events.push('close door') });

  it('is created once, awaited, found by its name, and disposed in reverse order at the end', async () => {
    const cafe = defineController(Cafe, { settings, uses: { store: openStore, door: openDoor }, reconcile });
    const injected = createInjected(new Registry(), {}, cafe);
    expect(events).toEqual([]);
    expect(injected.getInjected(cafe)).not.toHaveProperty('store');
    const given = injected.getInjected(cafe);
    await injected.create(neverAborted);
    expect(given).toBe(injected.getInjected(cafe));
    expect((injected.getInjected(cafe)['store'] as { read(): string }).read()).toBe('three');
    expect(injected.getInjected(cafe)['store']).toBe(injected.getInjected(cafe)['store']);
    await injected[Symbol.asyncDispose]();
    expect(events).toEqual(['open store:1', 'close door', 'close store, aborted: true']);
  });

  it('gets a client that is limited to the permissions of its controller', async () => {
    const permissions = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'], reason: 'counts the guests' }];
    const uses = { client: ({ client }: Pick<ProcessView<unknown>, 'client'>) => client };
    const cafe = defineController(Cafe, { permissions, uses, reconcile });
    await using injected = createInjected(new Registry(), {}, cafe);
    await injected.create(neverAborted);
    const { client } = injected.getInjected(cafe) as { client: ProcessView<unknown>['client'] };
    const request = { method: 'GET', kind: Pod, namespace: 'default', name: 'x' } as const;
    await expect(client.request(request)).resolves.toEqual({ kind: 'Pod' });
    const hint = 'the client is limited to the permissions of the controller cafe; add';
    await expect(client.request({ ...request, subresource: 'log' })).rejects.toThrow(hint);
  });

  it('is disposed when the creation of the next one fails, which is reported', async () => {
    const closed: string[] = [];
    const first = () => ({ [Symbol.dispose]: () => void closed.push('first') });
    const second = () => Promise.reject(new Error('the bar has no licence'));
    const injected = createInjected(new Registry(), {}, defineController(Cafe, { uses: { first, second }, reconcile }));
    await expect(injected.create(neverAborted)).rejects.toThrow('the bar has no licence');
    await injected[Symbol.asyncDispose]();
    expect(closed).toEqual(['first']);
  });

  it('is not awaited once the process is about to stop, and disposed if it is created later', async () => {
    const coming = Promise.withResolvers<Disposable>();
    const cafe = defineController(Cafe, { uses: { slow: () => coming.promise }, reconcile });
    const injected = createInjected(new Registry(), {}, cafe);
    const stop = new AbortController();
    const making = injected.create(stop.signal);
    const reason = new OperatorError('STOPPED', 'continue');
    stop.abort(reason);
    await expect(making).rejects.toBe(reason);
    await injected[Symbol.asyncDispose]();
    let closed = false;
    coming.resolve({ [Symbol.dispose]: () => (closed = true) });
    await clock.settle();
    expect(closed).toBe(true);
  });

  it('does not keep others open when its disposal fails, or takes longer than five seconds', async () => {
    const closed: string[] = [];
    const first = () => ({ [Symbol.dispose]: () => void closed.push('first') });
    const broken = () => ({
      [Symbol.dispose]: () => {
        throw new Error('jammed');
      },
    });
    const hanging = () => ({ [Symbol.asyncDispose]: () => new Promise<void>(() => undefined) });
    const injected = createInjected(
      new Registry(),
      {},
      defineController(Cafe, { uses: { first, broken, hanging }, reconcile }),
    );
    await injected.create(neverAborted);
    const disposed = injected[Symbol.asyncDispose]();
    await clock.advance(4_999);
    expect(closed).toEqual([]);
    await clock.advance(1);
    await disposed;
    expect(closed).toEqual(['first']);
    expect(logger.lines).toEqual([
      { level: 'warn', message: 'the dependencies of a controller are abandoned: disposing of them took too long' },
      { level: 'error', message: 'failed to dispose of the dependencies of a controller', error: 'jammed' },
    ]);
    expect(clock.timers).toBe(0);
  });
});

describe('the health that a controller declares', () => {
  it('is checked with the injected dependencies and the settings, under the controller’s name', async () => {
    const door = { open: false };
    const cafe = defineController(Cafe, {
      settings,
      uses: { door: () => door },
      health: {
        door: ({ door: { open } }) => open || 'the door is shut',
        tables: ({ settings: { tables = 0 } }) => tables > 3 || `there are ${String(tables)} tables`,
      },
      reconcile,
    });
    await using injected = createInjected(new Registry(), { TABLES: '2' }, cafe);
    const answers = (): unknown =>
      Object.fromEntries(Object.entries(injected.checks).map(([name, check]) => [name, check()]));
    expect(answers()).toEqual({
      uses: 'the dependencies of the controllers are not created yet',
      'cafe/door': 'the dependencies of the controller are not created yet',
      'cafe/tables': 'the dependencies of the controller are not created yet',
    });
    await injected.create(neverAborted);
    expect(answers()).toEqual({ uses: true, 'cafe/door': 'the door is shut', 'cafe/tables': 'there are 2 tables' });
    door.open = true;
    expect(answers()).toMatchObject({ 'cafe/door': true });
  });
});

describe('the metrics of a controller', () => {
  it('count from 0, with labels or without', async () => {
    const registry = new Registry();
    const cafe = defineController(Cafe, {
      metrics: {
        broken: counter({ name: 'cafe_broken_cups_total', help: 'Cups.' }),
        guests: counter({ name: 'cafe_guests_total', help: 'Guests.', labels: ['door'] }),
      },
      reconcile,
    });
    await using injected = createInjected(registry, {}, cafe);
    const metrics = injected.getInjected(cafe)['metrics'] as { broken: Counter; guests: Counter<'door'> };
    expect(await registry.metrics()).toContain('cafe_broken_cups_total 0');
    metrics.broken.inc();
    metrics.broken.inc(2);
    metrics.guests.inc({ door: 'back' });
    expect(await registry.metrics()).toContain('cafe_broken_cups_total 3');
    expect(await registry.metrics()).toContain('cafe_guests_total{door="back"} 1');
  });

  it('have one sample per existing resource', async () => {
    const registry = new Registry();
    const cafe = defineController(Cafe, {
      metrics: {
        info: gaugePerObject<KubeObject>({
          name: 'cafe_info',
          help: 'Cafés.',
          labels: { first: ({ metadata }) => metadata.name.slice(0, 1) },
          value: ({ metadata }) => metadata.name.length,
        }),
      },
      reconcile,
    });
    let cafes = [someObject({ name: 'mocca' }), someObject({ name: 'latte' })];
    registerObjectGauges(registry, cafe, { objects: () => cafes, clock });
    expect(listSamples(await registry.metrics(), 'cafe_info')).toEqual([
      'cafe_info{namespace="default",cafe="mocca",first="m"} 5',
      'cafe_info{namespace="default",cafe="latte",first="l"} 5',
    ]);
    cafes = [];
    expect(listSamples(await registry.metrics(), 'cafe_info')).toEqual([]);
  });

  it('are computed in turns of the event loop, and concurrent scrapes share one computation', async () => {
    const registry = new Registry();
    const metrics = { open: gaugePerObject<KubeObject>({ name: 'open', help: 'Open.', value: () => 1 }) };
    const objects = ['mocca', 'latte', 'lungo'].map((name) => someObject({ name }));
    const waiting: (() => void)[] = [];
    const yieldIfDue = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));
    registerObjectGauges(registry, defineController(Cafe, { metrics, reconcile }), {
      objects: () => objects,
      clock: { yieldIfDue },
    });
    const both = Promise.all([registry.metrics(), registry.metrics()]);
    for (let turn = 0; turn < objects.length; turn += 1) {
      await new Promise(setImmediate);
      expect(waiting).toHaveLength(1);
      waiting.pop()?.();
    }
    expect((await both).map((text) => listSamples(text, 'open').length)).toEqual([3, 3]);
  });

  it('distinguish resources with the same name by namespace', async () => {
    const metrics = { open: gaugePerObject<KubeObject>({ name: 'open', help: 'Open.', value: () => 1 }) };
    const City = defineApi({
      group: 'example.com',
      version: 'v1',
      kind: 'BigCity',
      scope: 'Cluster',
      spec: t.object({}),
    });
    const samples = async (api: Api, ...objects: readonly KubeObject[]): Promise<readonly string[]> => {
      const registry = new Registry();
      registerObjectGauges(registry, defineController(api, { metrics, reconcile }), {
        objects: () => objects,
        clock,
      });
      return listSamples(await registry.metrics(), 'open');
    };
    const first = someObject({ name: 'first' });
    const other = someObject({ name: 'first', namespace: 'other' });
    expect(await samples(Cafe, first, other)).toEqual([
      'open{namespace="default",cafe="first"} 1',
      'open{namespace="other",cafe="first"} 1',
    ]);
    expect(await samples(City, first)).toEqual(['open{bigcity="first"} 1']);
  });

  it('have unique names', () => {
    const metrics = { cups: counter({ name: 'cups_total', help: 'Cups.' }) };
    const controllers = [defineController(Cafe, { metrics, reconcile }), defineController(Bar, { metrics, reconcile })];
    expect(() => createInjected(new Registry(), {}, ...controllers)).toThrow(
      'failed to register the metric cups_total of bar: the runtime or another controller has a metric with this name',
    );
  });

  it('report problems other than names', () => {
    const metrics = { cups: { ...counter({ name: 'cups_total', help: 'Cups.' }), labels: ['a-b'] } };
    expect(() => createInjected(new Registry(), {}, defineController(Cafe, { metrics, reconcile }))).toThrow(
      'failed to register the metric cups_total of cafe: Invalid label name',
    );
  });
});

import { beforeEach, describe, expect, it } from 'vitest';

import { Cafe, child, key, path, scriptCafe } from '../../../fixtures/home-cafe.ts';
import type { ScriptedRun } from '../../../fixtures/scripted-run.ts';
import type { Logger } from '../../base/index.ts';
import type { ApiRequest } from '../../client/index.ts';
import { ConfigMap } from '../../kinds/index.ts';
import { type Action, awaitChange, requeueAfter } from '../declare/action.ts';
import { condition } from '../declare/condition.ts';
import type { Events, StatusWriter } from '../declare/context.ts';
import { defineController } from '../declare/define-controller.ts';
import { owns } from '../declare/dependencies.ts';
import type { OwnsAndDeletes } from '../declare/handle-types.ts';
import { toDryRun } from '../write/run.ts';
import { type Outcome, reconcileObject } from './reconcile-object.ts';

const open = { guests: 3, conditions: [condition('Ready', true, { reason: 'Open', message: 'It is open.' })] };

interface Handles {
  readonly maps: OwnsAndDeletes<ConfigMap>;
  readonly status: StatusWriter<{ guests: number }>;
  readonly events: Events;
  readonly dryRun: boolean;
}
type Body = (handles: Handles) => Promise<unknown>;

let scripted: ScriptedRun;
/** The logged messages with their fields. */
let lines: (readonly [string, unknown])[];

beforeEach(() => {
  scripted = scriptCafe();
  lines = [];
});

const logger: Logger = {
  debug: () => undefined,
  info: (message, fields) => void lines.push([message, fields]),
  warn: (message, fields) => void lines.push([message, fields]),
  error: (error) => {
    throw error;
  },
  child: () => logger,
};

async function reconcile(body: Body, cleanUp?: Body): Promise<Outcome> {
  const controller = defineController(Cafe, {
    owns: { maps: owns(ConfigMap, { delete: true }) },
    ...(cleanUp && {
      finalizer: {
        name: 'example.com/tables',
        cleanUp: (_: unknown, handles: unknown) => cleanUp(handles as Handles) as Promise<Action | undefined>,
      },
    }),
    reconcile: async (_, handles): Promise<Action> => {
      await body(handles);
      return awaitChange;
    },
  });
  const environment = toDryRun(scripted.environment);
  return reconcileObject(controller, scripted.run({ environment, log: logger }));
}

const applied: Body = ({ maps }) => maps.apply({ metadata: { name: 'home' }, data: { a: '1' } });
const listWrites = (): readonly ApiRequest[] =>
  scripted.server.transport.requests.filter(({ method }) => method !== 'GET');

/** Creates the child with a real reconcile, so that it is up to date. */
async function applyUntilUpToDate(data: Record<string, string> = { a: '1' }): Promise<void> {
  const controller = defineController(Cafe, {
    owns: { maps: owns(ConfigMap) },
    async reconcile(_, { maps }) {
      await maps.apply({ metadata: { name: 'home' }, data });
      return awaitChange;
    },
  });
  await reconcileObject(controller, scripted.run());
  scripted.watchShows(ConfigMap, key);
  scripted.server.transport.takeRequests();
  scripted.events.length = 0;
}

describe('a child that does not exist', () => {
  it('is applied in a dry run, and logged as a creation; neither cache nor events show it', async () => {
    expect(await reconcile(applied)).toMatchObject({ result: 'done' });
    expect(lines).toEqual([['would create a child', { child: 'ConfigMap', name: 'default/home' }]]);
    expect(listWrites().map(({ query }) => query?.['dryRun'])).toEqual(['All']);
    expect(scripted.environment.getCache(ConfigMap).get(key)).toBeUndefined();
    expect(scripted.events).toEqual([]);
  });

  it('is logged once for any number of reconciles', async () => {
    await reconcile(applied);
    await reconcile(applied);
    expect(lines).toHaveLength(1);
  });

  it('can be read for the rest of the reconcile', async () => {
    let data: unknown;
    await reconcile(async ({ maps, status }) => {
      ({ data } = await maps.apply({ metadata: { name: 'home' }, data: { a: '1' } }));
      status.set(open);
    });
    expect(data).toEqual({ a: '1' });
    expect(lines.map(([message]) => message)).toEqual(['would create a child', 'would write the status']);
  });
});

describe('an existing child', () => {
  it('that is up to date causes no request and no log line', async () => {
    await applyUntilUpToDate();
    await reconcile(applied);
    expect(scripted.takeRequests()).toEqual([]);
    expect(lines).toEqual([]);
  });

  it('that has drifted is logged once as an update, with the differing paths', async () => {
    await applyUntilUpToDate({ a: '2' });
    await reconcile(applied);
    await reconcile(applied);
    const because = 'the desired state has changed';
    const fields = { child: 'ConfigMap', name: 'default/home', because, paths: ['data.a'] };
    expect(lines).toEqual([['would update a child', fields]]);
    expect(scripted.server.get(child)?.['data']).toEqual({ a: '2' });
    expect(scripted.environment.getCache(ConfigMap).get(key)?.data).toEqual({ a: '2' });
  });

  it('that has changed since the watch showed it stays unchanged in the cache', async () => {
    await applyUntilUpToDate({ a: '2' });
    scripted.server.put(child, { ...scripted.server.get(child), data: { a: '3' } });
    let data: unknown;
    await reconcile(
      async ({ maps }) => ({ data } = await maps.apply({ metadata: { name: 'home' }, data: { a: '1' } })),
    );
    expect(data).toEqual({ a: '1' });
    expect(scripted.environment.getCache(ConfigMap).get(key)?.data).toEqual({ a: '2' });
  });

  it('is not deleted, and a line reports the deletion', async () => {
    await applyUntilUpToDate();
    let gone: boolean | undefined;
    await reconcile(async ({ maps }) => (gone = await maps.delete('home')));
    expect(gone).toBe(false);
    expect(lines).toEqual([['would delete a child', { child: 'ConfigMap', name: 'default/home' }]]);
    expect(scripted.environment.getCache(ConfigMap).get(key)).toBeDefined();
    expect(scripted.events).toEqual([]);
  });
});

describe('the resource itself', () => {
  it('would get its finalizer, and the reconcile continues', async () => {
    await reconcile(applied, () => Promise.resolve());
    expect(lines).toEqual([
      ['would update the finalizers', { finalizers: ['example.com/tables'] }],
      ['would create a child', { child: 'ConfigMap', name: 'default/home' }],
    ]);
  });

  it('would create the children of its clean-up', async () => {
    const live = scripted.server.get(path);
    const metadata = { finalizers: ['example.com/tables'], deletionTimestamp: '2026-01-01T00:00:00Z' };
    scripted.server.put(path, { ...live, metadata: { ...live?.metadata, ...metadata } });
    scripted.watchShows(Cafe, key);
    const cleanUp: Body = async (handles) => {
      await applied(handles);
      return requeueAfter(5000);
    };
    expect(await reconcile(applied, cleanUp)).toMatchObject({ result: 'done', action: requeueAfter(5000) });
    expect(lines).toEqual([['would create a child', { child: 'ConfigMap', name: 'default/home' }]]);
  });

  it('would lose the finalizer when it is deleted', async () => {
    const live = scripted.server.get(path);
    const metadata = { finalizers: ['example.com/tables'], deletionTimestamp: '2026-01-01T00:00:00Z' };
    scripted.server.put(path, { ...live, metadata: { ...live?.metadata, ...metadata } });
    scripted.watchShows(Cafe, key);
    expect(await reconcile(applied, () => Promise.resolve())).toEqual({ result: 'deleted' });
    expect(lines).toEqual([['would remove the finalizer', { finalizers: ['example.com/tables'] }]]);
  });

  it('would get its status, which is logged with the differing paths', async () => {
    await reconcile(async ({ status }) => {
      status.set(open);
    });
    expect(lines).toEqual([['would write the status', { paths: ['status'] }]]);
    expect(scripted.server.get(path)?.['status']).toBeUndefined();
  });

  it('has no events', async () => {
    await reconcile(async ({ events }) => {
      events.normal('Opened', 'It is open.');
    });
    expect(scripted.events).toEqual([]);
  });
});

it('a reconcile can detect a dry run, for systems outside the cluster', async () => {
  let seen: boolean | undefined;
  await reconcile(({ dryRun }) => Promise.resolve((seen = dryRun)));
  expect(seen).toBe(true);
});

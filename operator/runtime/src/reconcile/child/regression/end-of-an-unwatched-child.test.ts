import { beforeEach, describe, expect, it } from 'vitest';

import {
  createInMemoryApiServer,
  type InMemoryApiServer,
} from '../../../../../testing/src/in-memory-api-server/index.ts';
import { type ControllerRun, runController } from '../../../../../testing/src/run-controller/run-controller.ts';
import { defineApi, t } from '../../../api/index.ts';
import { ConfigMap } from '../../../kinds/index.ts';
import { type Action, awaitChange, requeueAfter } from '../../declare/action.ts';
import { defineController } from '../../declare/define-controller.ts';
import { owns } from '../../declare/dependencies.ts';
import type { OwnsAndDeletes } from '../../declare/handle-types.ts';
import { notReady } from '../../status/rejection.ts';
import { buildOwnerReference } from '../../write/ownership.ts';

const Cafe = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}) });
const key = { namespace: 'default', name: 'home' };
const menu = { metadata: { name: 'home' }, data: { soup: 'leek' } };

type Body = (maps: OwnsAndDeletes<ConfigMap>) => Promise<Action>;

let server: InMemoryApiServer;

beforeEach(async () => {
  server = createInMemoryApiServer({ kinds: [Cafe] });
  await server.client.resource(Cafe).create({ apiVersion: 'example.com/v1', kind: 'Cafe', metadata: key, spec: {} });
});

const maps = () => server.client.resource(ConfigMap);
const listData = () => server.objects(ConfigMap).map(({ data }) => data);
const removeFinalizer = () => maps().mergePatch(key, { metadata: { finalizers: null } });

/** Creates a terminating ConfigMap of the Cafe as another operator would, with that operator's finalizer. */
async function createTerminating(labels: Readonly<Record<string, string>> = {}): Promise<void> {
  const owner = await server.client.resource(Cafe).get(key);
  const metadata = {
    ...key,
    labels,
    finalizers: ['example.com/hold'],
    ownerReferences: [buildOwnerReference(owner, Cafe)],
  };
  await maps().create({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
  await maps().delete(key, { propagation: 'Background' });
}

function start(body: Body): Promise<ControllerRun> {
  const cafe = defineController(Cafe, {
    owns: { maps: owns(ConfigMap, { delete: true }) },
    reconcile: (_, handles) => body(handles.maps),
  });
  return runController(cafe, { server });
}

const apply: Body = async (handle) => {
  await handle.apply(menu);
  return awaitChange;
};

// A bug: only objects with the operator's label are watched, so the end of any other child started no reconcile for ten
// hours.
describe('a terminating child without our label', () => {
  it.each<[string, Body]>([
    ['an apply', apply],
    [
      'a live look',
      async (handle) => {
        if ((await handle.getLive('home'))?.metadata.deletionTimestamp !== undefined) return awaitChange;
        return apply(handle);
      },
    ],
    ['a deletion', async (handle) => ((await handle.delete('home')) ? apply(handle) : awaitChange)],
  ])('is read again after %s has found it, until it is deleted', async (_, body) => {
    await createTerminating();
    let isMade = false;
    await using run = await start(async (handle) => {
      if (isMade) return awaitChange;
      const action = await body(handle);
      isMade = handle.get('home') !== undefined;
      return action;
    });
    await run.awaitIdle();
    await run.advance(1_000);
    expect(listData()).toEqual([undefined]);
    await removeFinalizer();
    await run.advance(1_000);
    expect(listData()).toEqual([menu.data]);
    const before = run.results.length;
    await run.advance(60_000);
    expect(run.results).toHaveLength(before);
  });

  it('is read again even if its label was removed while it was terminating', async () => {
    await using run = await start(apply);
    await run.awaitIdle();
    await maps().mergePatch(key, { metadata: { finalizers: ['example.com/hold'] } });
    await maps().delete(key, { propagation: 'Background' });
    await run.awaitIdle();
    await maps().mergePatch(key, { metadata: { labels: { 'app.kubernetes.io/managed-by': 'Helm' } } });
    await run.awaitIdle();
    await removeFinalizer();
    await run.advance(1_000);
    expect(listData()).toEqual([menu.data]);
  });

  it('is read again at the time of the controller’s requeueAfter, if that is earlier', async () => {
    await createTerminating();
    const afterMs = [5_000, 200];
    await using run = await start(async (handle) => {
      await handle.apply(menu);
      return requeueAfter(afterMs.shift() ?? 60_000);
    });
    await run.awaitIdle();
    expect(run.results).toHaveLength(1);
    await run.advance(1_000);
    expect(run.results).toHaveLength(2);
    await run.advance(200);
    expect(run.results).toHaveLength(3);
  });

  it('is read again even after a rejection that is not retried', async () => {
    await createTerminating();
    await using run = await start(async (handle) => {
      await handle.apply(menu);
      throw notReady('Closed', 'It is closed.', { retry: false });
    });
    await run.awaitIdle();
    await removeFinalizer();
    await run.advance(1_000);
    expect(listData()).toEqual([menu.data]);
  });
});

describe('a terminating child with our label', () => {
  it('is not read again: its deletion is an event', async () => {
    await createTerminating({ 'app.kubernetes.io/managed-by': 'test' });
    await using run = await start(apply);
    await run.awaitIdle();
    await run.advance(3_600_000);
    expect(run.results).toEqual(['success']);
    await removeFinalizer();
    await run.awaitIdle();
    expect(listData()).toEqual([menu.data]);
  });
});

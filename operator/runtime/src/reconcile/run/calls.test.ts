import { beforeEach, describe, expect, it } from 'vitest';

import { buildRejection } from '../../../fixtures/api-server.ts';
import { Cafe, scriptCafe } from '../../../fixtures/home-cafe.ts';
import type { ScriptedRun } from '../../../fixtures/scripted-run.ts';
import { findController, OperatorError } from '../../base/index.ts';
import { ConfigMap } from '../../kinds/index.ts';
import { awaitChange } from '../declare/action.ts';
import type { Events, StatusWriter } from '../declare/context.ts';
import { defineController } from '../declare/define-controller.ts';
import { owns } from '../declare/dependencies.ts';
import type { OwnsAndDeletes } from '../declare/handle-types.ts';
import { createContext } from './handles.ts';
import { type Outcome, reconcileObject } from './reconcile-object.ts';

const controller = defineController(Cafe, {
  owns: { configMaps: owns(ConfigMap, { delete: true }) },
  reconcile: async () => awaitChange,
});

interface Handles {
  readonly configMaps: OwnsAndDeletes<ConfigMap>;
  readonly status: StatusWriter<object>;
  readonly events: Events;
}

const reason = new OperatorError('TIMED_OUT', 'reconcile');
let scripted: ScriptedRun;

beforeEach(() => {
  scripted = scriptCafe();
});

function createHandles(signal: AbortSignal): Handles {
  return createContext(scripted.run({ signal }), controller) as unknown as Handles;
}

/** Creates a child that is up to date. */
async function createUpToDateChild(): Promise<void> {
  const { configMaps } = createHandles(new AbortController().signal);
  const child = await configMaps.apply({ metadata: { name: 'a' } });
  expect(findController(child)?.name).toBe('home');
  scripted.takeRequests();
  scripted.events.length = 0;
}

describe('once the signal of a reconcile has aborted', () => {
  it.each<[string, (late: Handles) => unknown]>([
    ['an apply that has to send', ({ configMaps }) => configMaps.apply({ metadata: { name: 'b' } })],
    ['an apply of what is settled', ({ configMaps }) => configMaps.apply({ metadata: { name: 'a' } })],
    ['a keep', ({ configMaps }) => configMaps.keep({ name: 'a', labels: { seen: 'yes' } })],
    ['a live read', ({ configMaps }) => configMaps.getLive('a')],
    ['a delete', ({ configMaps }) => configMaps.delete('a')],
    ['a saved status', ({ status }) => status.save({ conditions: [] })],
    ['an event', ({ events }) => events.normal('Late', 'It is not sent.')],
    ['a warning', ({ events }) => events.warning('Late', 'It is not sent.')],
  ])('%s fails with its reason and sends nothing', async (_name, call) => {
    await createUpToDateChild();
    await expect((async () => call(createHandles(AbortSignal.abort(reason))))()).rejects.toBe(reason);
    expect(scripted.takeRequests()).toEqual([]);
    expect(scripted.events).toEqual([]);
  });

  it('a pending call sends nothing more', async () => {
    const abort = new AbortController();
    const { configMaps } = createHandles(abort.signal);
    const applied = configMaps.apply({ metadata: { name: 'b' } });
    abort.abort(reason);
    await expect(applied).rejects.toBe(reason);
    expect(scripted.takeRequests().filter((request) => !request.startsWith('GET'))).toEqual([]);
  });

  it('a reconcile that still succeeds writes no status', async () => {
    const abort = new AbortController();
    const definition = defineController(Cafe, {
      async reconcile(_object, { status }) {
        status.set({ conditions: [] });
        abort.abort(reason);
        return awaitChange;
      },
    });
    const outcome = await reconcileObject(definition, scripted.run({ signal: abort.signal }));
    expect(outcome).toEqual({ result: 'failed', error: reason, retry: true });
    expect(scripted.takeRequests()).toEqual([]);
  });

  it('a clean-up that still succeeds removes no finalizer', async () => {
    const abort = new AbortController();
    const definition = defineController(Cafe, {
      finalizer: { name: 'example.com/cafe', cleanUp: async () => abort.abort(reason) },
      reconcile: async () => awaitChange,
    });
    const { owner } = scripted.run();
    const metadata = {
      ...owner.metadata,
      finalizers: ['example.com/cafe'],
      deletionTimestamp: '2026-01-01T00:00:00Z',
    };
    const run = scripted.run({ signal: abort.signal, owner: { ...owner, metadata } });
    expect(await reconcileObject(definition, run)).toEqual({ result: 'failed', error: reason, retry: true });
    expect(scripted.takeRequests()).toEqual([]);
  });
});

it('a reconcile ends only after all its calls, even if one of them has failed: the next may differ', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  scripted.server.intercept = async ({ method, path }) => {
    if (method === 'PATCH' && path.endsWith('/second')) await released;
    return method === 'PATCH' && path.endsWith('/first') ? buildRejection(422, 'first: No') : undefined;
  };
  const parallel = defineController(Cafe, {
    owns: { maps: owns(ConfigMap) },
    async reconcile(_, { maps }) {
      const names = ['first', 'second'];
      await Promise.all(names.map((name) => maps.apply({ metadata: { name } })));
      return awaitChange;
    },
  });
  let outcome: Outcome | undefined;
  const run = reconcileObject(parallel, scripted.run()).then((each) => (outcome = each));
  await scripted.clock.settle();
  const writes = scripted.takeRequests().filter((each) => each.startsWith('PATCH'));
  expect(writes).toHaveLength(2);
  expect(writes.every((each) => each.includes('/configmaps/'))).toBe(true);
  expect(outcome).toBeUndefined();
  release(undefined);
  await run;
  expect(outcome).toMatchObject({ result: 'refused', rejection: { message: 'ConfigMap default/first: first: No' } });
});

import { beforeEach, describe, expect, it } from 'vitest';

import { Cafe, key, path, scriptCafe } from '../../../fixtures/home-cafe.ts';
import type { ScriptedRun } from '../../../fixtures/scripted-run.ts';
import { ConfigMap } from '../../kinds/index.ts';
import { awaitChange } from '../declare/action.ts';
import { defineController } from '../declare/define-controller.ts';
import { type ContextOf, defineDependencies } from '../declare/define-dependencies.ts';
import { owns } from '../declare/dependencies.ts';
import { toDryRun } from '../write/run.ts';
import { type Outcome, reconcileObject } from './reconcile-object.ts';

const dependencies = defineDependencies({ self: { delete: true }, owns: { maps: owns(ConfigMap) } });
type Body = (context: ContextOf<typeof Cafe, typeof dependencies>) => Promise<unknown>;

const finalizer = 'example.com/tables';
const reason = 'its ttl has passed';
const deleteSelf: Body = ({ self }) => self.delete({ note: reason });

let scripted: ScriptedRun;

beforeEach(() => {
  scripted = scriptCafe();
});

const reconcile = (body: Body, overrides: Parameters<ScriptedRun['run']>[0] = {}): Promise<Outcome> =>
  reconcileObject(
    defineController(Cafe, {
      ...dependencies,
      async reconcile(_, context) {
        await body(context);
        return awaitChange;
      },
    }),
    scripted.run(overrides),
  );

/** Replaces the object like another client; passes the change to the cache if `isSeen`. */
function change(metadata: object, isSeen = true): void {
  const live = scripted.server.get(path);
  scripted.server.put(path, { ...live, metadata: { ...live?.metadata, ...metadata } });
  if (isSeen) scripted.watchShows(Cafe, key);
}

/** Makes the API server answer as for an object with a finalizer. */
function answerTerminating(): void {
  scripted.server.intercept = ({ method }) => {
    if (method !== 'DELETE') return undefined;
    change({ finalizers: [finalizer], deletionTimestamp: '2026-01-01T00:00:00Z' }, false);
    return { status: 200, body: structuredClone(scripted.server.get(path)) };
  };
}

/** Counts the changes that the controller's own listener receives. */
function countWakes(): () => number {
  let count = 0;
  const listener = (): void => void (count += 1);
  scripted.listeners.set(Cafe, listener);
  scripted.getCache(Cafe).onChange(listener);
  return () => count;
}

describe('self.delete', () => {
  it('deletes the object that the reconcile has read, by uid and resource version', async () => {
    const { uid, resourceVersion } = scripted.run().owner.metadata;
    expect(await reconcile(deleteSelf)).toEqual({ result: 'deleted' });
    expect(scripted.takeRequests()).toEqual([`DELETE ${path}`]);
    expect(scripted.server.transport.requests.at(-1)?.body).toMatchObject({
      propagationPolicy: 'Background',
      preconditions: { uid, resourceVersion },
    });
    expect(scripted.server.get(path)).toBeUndefined();
    expect(scripted.getCache(Cafe).get(key)).toBeUndefined();
    expect(scripted.events).toEqual(['deleted Cafe home']);
    expect(scripted.logger.lines.at(-1)).toMatchObject({ message: 'deleted the object' });
  });

  it('deletes the object as this reconcile has written it last', async () => {
    await reconcile(async ({ self, status }) => {
      await status.save({ guests: 1 });
      await self.delete();
    });
    expect(scripted.takeRequests()).toEqual([
      `PATCH ${path}/status?fieldManager=kubewright/test&force=true`,
      `DELETE ${path}`,
    ]);
    expect(scripted.server.get(path)).toBeUndefined();
  });

  it('deletes nothing if the object has changed meanwhile, and is retried', async () => {
    change({ annotations: { ttl: 'longer' } }, false);
    expect(await reconcile(deleteSelf)).toMatchObject({
      result: 'failed',
      error: { code: 'API_CONFLICT' },
      retry: true,
    });
    expect(scripted.server.get(path)).toBeDefined();
    expect(scripted.events).toEqual([]);
  });

  it('wakes its controller, which has to clean up, although it is its own write', async () => {
    const wakes = countWakes();
    answerTerminating();
    expect(await reconcile(deleteSelf)).toEqual({ result: 'deleted' });
    expect(wakes()).toBe(1);
    expect(scripted.getCache(Cafe).get(key)?.metadata.deletionTimestamp).toBeDefined();
  });

  it('sends nothing for an object that is terminating already, and its clean-up ends', async () => {
    change({ finalizers: [finalizer], deletionTimestamp: '2026-01-01T00:00:00Z' });
    const controller = defineController(Cafe, {
      ...dependencies,
      finalizer: { name: finalizer, cleanUp: async (_, { self }) => self.delete() },
      reconcile: async () => awaitChange,
    });
    expect(await reconcileObject(controller, scripted.run())).toEqual({ result: 'deleted' });
    expect(scripted.takeRequests()).toEqual([`PATCH ${path}?fieldManager=kubewright/test`]);
  });

  it('succeeds without an event if the object is deleted already', async () => {
    scripted.server.delete(path);
    expect(await reconcile(deleteSelf)).toEqual({ result: 'deleted' });
    expect(scripted.events).toEqual([]);
    expect(scripted.getCache(Cafe).get(key)).toBeUndefined();
  });

  it('ends the writes of its reconcile: no status, no child', async () => {
    const outcome = await reconcile(async ({ self, status, maps }) => {
      status.set({ guests: 1 });
      await self.delete();
      await maps.apply({ metadata: { name: 'orphan' } });
    });
    expect(outcome).toEqual({ result: 'deleted' });
    expect(scripted.takeRequests()).toEqual([`DELETE ${path}`]);
  });

  it('that is not awaited fails the reconcile', async () => {
    const outcome = await reconcile(async ({ self }) => void self.delete());
    expect(outcome).toMatchObject({ result: 'failed', error: { code: 'DECLARATION_INVALID' } });
  });

  it('sends nothing if the process does not lead', async () => {
    scripted.leading = false;
    expect(await reconcile(deleteSelf)).toMatchObject({ result: 'failed', error: { code: 'NOT_LEADER' } });
    expect(scripted.takeRequests()).toEqual([]);
  });

  it('is logged once in a dry run, and deletes nothing', async () => {
    const environment = toDryRun(scripted.environment);
    for (let count = 0; count < 2; count += 1)
      expect(await reconcile(deleteSelf, { environment })).toEqual({ result: 'deleted' });
    expect(scripted.logger.lines).toMatchObject([{ message: 'would delete the object' }]);
    expect(scripted.server.transport.requests.at(-1)?.body).toMatchObject({ dryRun: ['All'] });
    expect(scripted.server.get(path)).toBeDefined();
    expect(scripted.getCache(Cafe).get(key)).toBeDefined();
    expect(scripted.events).toEqual([]);
  });
});

it('a controller that does not declare self has no such handle', async () => {
  const contexts: object[] = [];
  const controller = defineController(Cafe, {
    async reconcile(_, context) {
      contexts.push(context);
      return Promise.resolve(awaitChange);
    },
  });
  await reconcileObject(controller, scripted.run());
  expect(contexts.map((context) => 'self' in context)).toEqual([false]);
  expect(controller.rules.flatMap(({ verbs }) => verbs)).not.toContain('delete');
});

describe('an expired object', () => {
  const expiring = defineController(Cafe, {
    expiresAt: () => new Date(0),
    reconcile: () => Promise.reject(new Error('an expired object is not reconciled')),
  });

  it('is deleted by uid and resource version, without a permission that the declaration lacks', async () => {
    const { uid, resourceVersion } = scripted.run().owner.metadata;
    expect(await reconcileObject(expiring, scripted.run())).toEqual({ result: 'deleted' });
    expect(scripted.takeRequests()).toEqual([`DELETE ${path}`]);
    expect(scripted.server.transport.requests.at(-1)?.body).toMatchObject({ preconditions: { uid, resourceVersion } });
    expect(expiring.rules.flatMap(({ verbs }) => verbs)).toContain('delete');
  });

  it('is not deleted if it has changed meanwhile, or if the process does not lead', async () => {
    change({ annotations: { ttl: 'longer' } }, false);
    expect(await reconcileObject(expiring, scripted.run())).toMatchObject({
      error: { code: 'API_CONFLICT' },
      retry: true,
    });
    scripted.leading = false;
    scripted.takeRequests();
    expect(await reconcileObject(expiring, scripted.run())).toMatchObject({ error: { code: 'NOT_LEADER' } });
    expect(scripted.takeRequests()).toEqual([]);
    expect(scripted.server.get(path)).toBeDefined();
  });

  it('is only logged in a dry run, once', async () => {
    const environment = toDryRun(scripted.environment);
    for (let count = 0; count < 2; count += 1)
      expect(await reconcileObject(expiring, scripted.run({ environment }))).toEqual({ result: 'deleted' });
    expect(scripted.logger.lines).toMatchObject([{ message: 'would delete the object' }]);
    expect(scripted.server.get(path)).toBeDefined();
  });
});

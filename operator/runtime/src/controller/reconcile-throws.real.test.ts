import { expect, it } from 'vitest';

import { createRecordingLogger } from '../../../testing/src/recording-logger.ts';
import { useCluster, createGroupName } from '../../fixtures/cluster-fixture.ts';
import { defineApi, t } from '../api/index.ts';
import type { Condition } from '../base/index.ts';
import { ConfigMap, Event } from '../kinds/index.ts';
import { awaitChange, condition, defineController, owns } from '../reconcile/index.ts';

const Cafe = defineApi({
  group: createGroupName('throws'),
  version: 'v1',
  kind: 'Cafe',
  spec: t.object({ tables: t.integer() }),
  status: t.object({ guests: t.integer(), conditions: t.conditions() }),
});

interface Stored {
  readonly guests?: number;
  readonly conditions?: readonly Condition[];
}

const patient = { timeout: 30_000, interval: 25 };
const cluster = useCluster(Cafe);

const getLive = (name: string) => cluster().client.resource(Cafe).get({ namespace: cluster().namespace, name });
const getReady = async (name: string): Promise<Condition | undefined> =>
  ((await getLive(name)) as { readonly status?: Stored }).status?.conditions?.find(({ type }) => type === 'Ready');
const change = (name: string, tables: number) =>
  cluster().client.resource(Cafe).mergePatch({ namespace: cluster().namespace, name }, { spec: { tables } });

async function listWarnings(name: string): Promise<readonly string[]> {
  const { items } = await cluster().client.resource(Event).list({ namespace: cluster().namespace });
  return items
    .filter(({ type, regarding }) => type === 'Warning' && regarding?.name === name)
    .map(({ reason, note }) => `${String(reason)}: ${String(note)}`);
}

it('an error of the reconcile is reported once by status and event, and removed with the next success', async () => {
  let tries = 0;
  const cafe = defineController(Cafe, {
    async reconcile({ spec: { tables } }) {
      tries += 1;
      await Promise.resolve();
      if (tables === 0) throw new TypeError(`no tables in request ${String(tries)}\nsay how many`);
      return awaitChange;
    },
  });
  const logger = createRecordingLogger();
  await using run = await cluster().run(cafe, { logger });
  await cluster().create(Cafe, 'thrown', { spec: { tables: 0 } });
  await expect.poll(() => tries, patient).toBeGreaterThan(8);
  expect(await getReady('thrown')).toMatchObject({
    status: 'False',
    reason: 'ReconcileError',
    message: 'no tables in request 1',
  });
  await expect.poll(() => listWarnings('thrown'), patient).toEqual(['ReconcileError: no tables in request 1']);
  expect(run.writes.filter((each) => each.endsWith('/status'))).toHaveLength(1);
  expect(logger.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
  await change('thrown', 2);
  await expect.poll(async () => (await getLive('thrown')).status, patient).toBeUndefined();
  await expect.poll(() => run.idle, patient).toBe(true);
  expect(run.writes.filter((each) => each.endsWith('/status'))).toHaveLength(2);
});

it('an error of the reconcile replaces the author’s Ready condition, which the next success restores', async () => {
  const cafe = defineController(Cafe, {
    owns: { maps: owns(ConfigMap) },
    async reconcile({ metadata: { name }, spec: { tables } }, { maps, status }) {
      if (name !== 'stated') return awaitChange;
      // eslint-disable-next-line @typescript-eslint/no-floating-promises -- the test needs it
      if (tables === 0) maps.apply({ metadata: { name } });
      status.set({
        guests: tables,
        conditions: [condition('Ready', true, { reason: 'Open', message: 'It is open.' })],
      });
      return awaitChange;
    },
  });
  await using _run = await cluster().run(cafe);
  await cluster().create(Cafe, 'stated', { spec: { tables: 3 } });
  await expect.poll(() => getReady('stated'), patient).toMatchObject({ reason: 'Open' });
  await change('stated', 0);
  await expect
    .poll(() => getReady('stated'), patient)
    .toMatchObject({
      status: 'False',
      reason: 'ReconcileError',
      message: expect.stringMatching(/^failed to reconcile: a call was not awaited/) as string,
    });
  expect((await getLive('stated')).status).toMatchObject({ guests: 3, observedGeneration: 2 });
  await change('stated', 4);
  await expect.poll(() => getReady('stated'), patient).toMatchObject({ status: 'True', reason: 'Open' });
});

it('a timeout is reported in the status, even if the reconcile ignores its signal', async () => {
  const gate = Promise.withResolvers<typeof awaitChange>();
  const cafe = defineController(Cafe, {
    timeoutMs: 200,
    reconcile: ({ metadata: { name } }) => (name === 'late' ? gate.promise : Promise.resolve(awaitChange)),
  });
  await using _run = await cluster().run(cafe);
  await cluster().create(Cafe, 'late', { spec: { tables: 1 } });
  await expect
    .poll(() => getReady('late'), patient)
    .toMatchObject({
      status: 'False',
      reason: 'ReconcileError',
      message: `failed to reconcile Cafe ${cluster().namespace}/late within 200 ms: the operation is retried`,
    });
  gate.resolve(awaitChange);
  await expect.poll(async () => (await getLive('late')).status, patient).toBeUndefined();
});

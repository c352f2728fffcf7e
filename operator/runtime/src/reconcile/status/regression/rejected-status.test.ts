import { beforeEach, describe, expect, it } from 'vitest';

import type { InMemoryApiServer } from '../../../../../testing/src/in-memory-api-server/index.ts';
import { type ControllerRun, runController } from '../../../../../testing/src/run-controller/run-controller.ts';
import {
  Cafe,
  findCafeCondition,
  key,
  serveCafe,
  type CafeStatus,
  readCafeStatus,
} from '../../../../fixtures/cafe-status.ts';
import { awaitChange } from '../../declare/action.ts';
import { condition } from '../../declare/condition.ts';
import type { StatusWriter } from '../../declare/context.ts';
import { defineController } from '../../declare/define-controller.ts';
import { notReady } from '../rejection.ts';

/** The author's code in the reconcile, which sets one guest for each table. */
type Body = (status: StatusWriter<CafeStatus>, tables: number) => Promise<void> | void;

let server: InMemoryApiServer;

beforeEach(async () => {
  server = await serveCafe(2);
});

const set: Body = (status, tables) => {
  status.set(buildFull(tables));
};

const buildFull = (guests: number) => ({
  guests,
  conditions: [condition('Ready', true, { reason: 'Because', message: 'It is so.' })],
});

/** Reconciles the Cafe with two tables, then with nine. */
async function runWithNineTables(body: Body): Promise<ControllerRun> {
  const cafe = defineController(Cafe, {
    reconcile: async ({ spec }, { status }) => {
      await body(status, spec.tables);
      return awaitChange;
    },
  });
  const run = await runController(cafe, { server });
  await run.awaitIdle();
  expect(readStored().guests).toBe(2);
  await server.client.resource(Cafe).mergePatch(key, { spec: { tables: 9 } });
  await run.awaitIdle();
  return run;
}

const readStored = () => readCafeStatus(server);
const ready = () => findCafeCondition(server, 'Ready');
const stalled = () => findCafeCondition(server, 'Stalled');

// A bug: the rejection was written together with the rejected status, so it was never reported.
describe('a status that its own schema rejects', () => {
  it.each<[string, Body]>([
    ['at the end of a run', set],
    ['in the middle of a run', (status, tables) => status.save(buildFull(tables))],
  ])('is reported %s, next to the unchanged status', async (_, body) => {
    await using _run = await runWithNineTables(body);
    expect(ready()).toMatchObject({ status: 'False', reason: 'Invalid', observedGeneration: 2 });
    expect(ready()?.message).toContain('status.guests');
    expect(stalled()?.status).toBe('True');
    expect(readStored().guests).toBe(2);
  });

  it('waits for a change', async () => {
    await using run = await runWithNineTables(set);
    const before = run.results.length;
    await run.advance(3_600_000);
    expect(run.results).toHaveLength(before);
    await server.client.resource(Cafe).mergePatch(key, { spec: { tables: 3 } });
    await run.awaitIdle();
    expect([readStored().guests, ready()?.status]).toEqual([3, 'True']);
  });

  it('does not hide other rejections', async () => {
    await using _run = await runWithNineTables((status, tables) => {
      status.set(buildFull(tables));
      if (tables === 9) throw notReady('Full', 'There are too many guests.');
    });
    expect(ready()).toMatchObject({ status: 'False', reason: 'Full' });
    expect(readStored().guests).toBe(2);
  });
});

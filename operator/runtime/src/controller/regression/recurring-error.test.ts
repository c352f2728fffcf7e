import { beforeEach, describe, expect, it } from 'vitest';

import type { InMemoryApiServer } from '../../../../testing/src/in-memory-api-server/index.ts';
import { type ControllerRun, runController } from '../../../../testing/src/run-controller/run-controller.ts';
import { Cafe, findCafeCondition, key, serveCafe, countStatusRequests } from '../../../fixtures/cafe-status.ts';
import { Event } from '../../kinds/index.ts';
import { type Action, defineController, notReady } from '../../reconcile/index.ts';

/**
 * The error that the next attempt throws. If it is `undefined`, the attempt returns no action, which a retry cannot
 * fix.
 */
let error: Error | undefined;
let server: InMemoryApiServer;

const cafe = defineController(Cafe, {
  reconcile: async () => {
    if (error !== undefined) throw error;
    return undefined as unknown as Action;
  },
});

beforeEach(async () => {
  server = await serveCafe(1);
});

async function begin(first: Error | undefined): Promise<ControllerRun> {
  error = first;
  const run = await runController(cafe, { server, expectedError: /./ });
  await run.awaitIdle();
  return run;
}
const findStatusCondition = (type: string) => findCafeCondition(server, type);
const countStatusWrites = () => countStatusRequests(server);
/** The message of each Warning event, and how often it was emitted. */
const listReports = () =>
  server
    .objects(Event)
    .map(({ note, series }) => `${String(note)} ${String(series?.count ?? 1)}x`)
    .toSorted();

const menu = new Error('the menu is missing');
const cook = new Error('the cook is ill');
const hourMs = 3_600_000;

describe('Ready', () => {
  it('names an error that has come back permanently, and warns of it once', async () => {
    await using run = await begin(menu);
    error = cook;
    await run.advance(5);
    error = menu;
    await run.advance(hourMs);
    expect(findStatusCondition('Ready')?.message).toBe('the menu is missing');
    expect([countStatusWrites(), listReports()]).toEqual([3, ['the cook is ill 1x', 'the menu is missing 1x']]);
  });

  it('names the current error when a rejection has ended', async () => {
    await using run = await begin(menu);
    error = notReady('Waiting', 'It waits.');
    await run.advance(30_000);
    expect(findStatusCondition('Ready')?.reason).toBe('Waiting');
    error = menu;
    await run.advance(hourMs);
    expect(findStatusCondition('Ready')).toMatchObject({ reason: 'ReconcileError', message: 'the menu is missing' });
    expect([countStatusWrites(), listReports()]).toEqual([3, ['It waits. 1x', 'the menu is missing 1x']]);
  });

  it('names an error that a retry cannot fix at once, even if it was reported before', async () => {
    await using run = await begin(undefined);
    error = cook;
    await server.client.resource(Cafe).mergePatch(key, { spec: { tables: 2 } });
    await run.awaitIdle();
    error = undefined;
    await run.advance(5);
    expect(findStatusCondition('Ready')?.message).toMatch(/the function did not return an action/);
    expect(findStatusCondition('Stalled')?.status).toBe('True');
  });
});

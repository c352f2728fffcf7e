import { beforeEach, describe, expect, it } from 'vitest';

import type { InMemoryApiServer } from '../../../../testing/src/in-memory-api-server/index.ts';
import { type ControllerRun, runController } from '../../../../testing/src/run-controller/run-controller.ts';
import { Cafe, conditionOn, key, serveCafe, statusWritesOn } from '../../../fixtures/stated-cafe.ts';
import { Event } from '../../kinds/index.ts';
import { type Action, defineController, notReady } from '../../reconcile/index.ts';

/** What the next try throws. `undefined`: it returns no action, which trying again cannot help. */
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
  await run.settled();
  return run;
}
const conditionOf = (type: string) => conditionOn(server, type);
const statusWrites = () => statusWritesOn(server);
/** The message of each Warning event, and how often it was emitted. */
const reports = () =>
  server
    .objects(Event)
    .map(({ note, series }) => `${String(note)} ${String(series?.count ?? 1)}x`)
    .toSorted();

const menu = new Error('the menu is missing');
const cook = new Error('the cook is ill');
const hourMs = 3_600_000;

describe('Ready', () => {
  it('names an error that has come back for good, and warns of it once', async () => {
    await using run = await begin(menu);
    error = cook;
    await run.advance(5);
    error = menu;
    await run.advance(hourMs);
    expect(conditionOf('Ready')?.message).toBe('the menu is missing');
    expect([statusWrites(), reports()]).toEqual([3, ['the cook is ill 1x', 'the menu is missing 1x']]);
  });

  it('names the current error when a refusal has ended', async () => {
    await using run = await begin(menu);
    error = notReady('Waiting', 'It waits.');
    await run.advance(30_000);
    expect(conditionOf('Ready')?.reason).toBe('Waiting');
    error = menu;
    await run.advance(hourMs);
    expect(conditionOf('Ready')).toMatchObject({ reason: 'ReconcileError', message: 'the menu is missing' });
    expect([statusWrites(), reports()]).toEqual([3, ['It waits. 1x', 'the menu is missing 1x']]);
  });

  it('names an error that trying again cannot help at once, even if it was reported before', async () => {
    await using run = await begin(undefined);
    error = cook;
    await server.client.resource(Cafe).mergePatch(key, { spec: { tables: 2 } });
    await run.settled();
    error = undefined;
    await run.advance(5);
    expect(conditionOf('Ready')?.message).toMatch(/it returned no action/);
    expect(conditionOf('Stalled')?.status).toBe('True');
  });
});

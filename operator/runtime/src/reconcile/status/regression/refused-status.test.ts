import { beforeEach, describe, expect, it } from 'vitest';

import {
  createInMemoryApiServer,
  type InMemoryApiServer,
} from '../../../../../testing/src/in-memory-api-server/index.ts';
import { type ControllerRun, runController } from '../../../../../testing/src/run-controller/index.ts';
import { defineApi, t } from '../../../api/index.ts';
import type { Condition } from '../../../base/index.ts';
import { awaitChange } from '../../declare/action.ts';
import { condition } from '../../declare/condition.ts';
import type { StatusWriter } from '../../declare/context.ts';
import { defineController } from '../../declare/define-controller.ts';
import { notReady } from '../refusal.ts';

const Cafe = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Cafe',
  spec: t.object({ guests: t.integer() }),
  status: t.object({ guests: t.optional(t.integer({ maximum: 3 })), conditions: t.conditions() }),
});
const key = { namespace: 'default', name: 'home' };

interface Stored {
  readonly guests?: number;
  readonly conditions: readonly Condition[];
}
type Body = (status: StatusWriter<Stored>, guests: number) => Promise<void> | void;

let server: InMemoryApiServer;

beforeEach(() => {
  server = createInMemoryApiServer({ kinds: [Cafe] });
});

const set: Body = (status, guests) => {
  status.set(statusOf(guests));
};

const statusOf = (guests: number) => ({
  guests,
  conditions: [condition('Ready', true, { reason: 'Because', message: 'It is so.' })],
});

/** A Cafe with two guests, reconciled; then with nine. */
async function nineGuests(body: Body): Promise<ControllerRun> {
  const cafe = defineController(Cafe, {
    reconcile: async ({ spec }, { status }) => {
      await body(status, spec.guests);
      return awaitChange;
    },
  });
  const cafes = server.client.resource(Cafe);
  await cafes.create({ apiVersion: 'example.com/v1', kind: 'Cafe', metadata: key, spec: { guests: 2 } });
  const run = await runController(cafe, { server });
  await run.settled();
  expect(stored().guests).toBe(2);
  await cafes.mergePatch(key, { spec: { guests: 9 } });
  await run.settled();
  return run;
}

const stored = () => (server.objects(Cafe)[0] as unknown as { status: Stored }).status;
const ready = () => stored().conditions.find(({ type }) => type === 'Ready');
const stalled = () => stored().conditions.find(({ type }) => type === 'Stalled');

// The refusal was once reported together with the very status that was refused, so that nobody heard of it.
describe('a status that its own schema refuses', () => {
  it.each<[string, Body]>([
    ['at the end of a run', set],
    ['in the middle of a run', (status, guests) => status.save(statusOf(guests))],
  ])('is reported %s, beside the status as it was', async (_, body) => {
    await using _run = await nineGuests(body);
    expect(ready()).toMatchObject({ status: 'False', reason: 'Invalid', observedGeneration: 2 });
    expect(ready()?.message).toContain('status.guests');
    expect(stalled()?.status).toBe('True');
    expect(stored().guests).toBe(2);
  });

  // id: refusal-of-a-status-is-hidden-by-it
  it('waits for a change', async () => {
    await using run = await nineGuests(set);
    const before = run.results.length;
    await run.advance(3_600_000);
    expect(run.results).toHaveLength(before);
    await server.client.resource(Cafe).mergePatch(key, { spec: { guests: 3 } });
    await run.settled();
    expect([stored().guests, ready()?.status]).toEqual([3, 'True']);
  });

  it('does not hide what else is in the way', async () => {
    await using _run = await nineGuests((status, guests) => {
      status.set(statusOf(guests));
      if (guests === 9) throw notReady('Full', 'There are too many guests.');
    });
    expect(ready()).toMatchObject({ status: 'False', reason: 'Full' });
    expect(stored().guests).toBe(2);
  });
});

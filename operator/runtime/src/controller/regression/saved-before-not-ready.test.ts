import { beforeEach, describe, expect, it } from 'vitest';

import type { InMemoryApiServer } from '../../../../testing/src/in-memory-api-server/index.ts';
import { type ControllerRun, runController } from '../../../../testing/src/run-controller/run-controller.ts';
import {
  Cafe,
  findCafeCondition,
  key,
  serveCafe,
  type CafeStatus,
  countStatusRequests,
  readCafeStatus,
} from '../../../fixtures/cafe-status.ts';
import type { Condition } from '../../base/index.ts';
import { Event } from '../../kinds/index.ts';
import { type Action, awaitChange, condition, defineController, notReady } from '../../reconcile/index.ts';
import type { StatusWriter } from '../../reconcile/index.ts';

type Body = (status: StatusWriter<CafeStatus>) => Promise<Action> | Action;

let server: InMemoryApiServer;
let body: Body;
/** The condition `Ready` after each status write. */
let shown: string[];

const cafe = defineController(Cafe, { reconcile: async (_, { status }) => body(status) });

const full = { reason: 'Full', message: 'It is full.' };
const isOpen = condition('Ready', true, { reason: 'Open', message: 'It is open.' });
const isCooking = condition('Ready', false, { reason: 'Cooking', message: 'It cooks.' });
const waits = (): never => {
  throw notReady('NoGuests', 'Nobody comes.');
};

beforeEach(async () => {
  server = await serveCafe(1);
  shown = [];
});

async function begin(first: Body): Promise<ControllerRun> {
  body = first;
  return runController(cafe, { server });
}

const readReady = (): Condition | undefined => findCafeCondition(server, 'Ready');
const note = (): void => {
  shown.push(`${readReady()?.status ?? 'absent'} ${readReady()?.reason ?? ''}`);
};
const countWarnings = (): number =>
  server
    .objects(Event)
    .filter(({ type }) => type === 'Warning')
    .reduce((sum, { series }) => sum + (series?.count ?? 1), 0);

describe.each([
  ['ready', isOpen],
  ['at work', isCooking],
])('a reconcile that saves that it is %s, then is not ready', (_, saved) => {
  const saveAndWait: Body = async (status) => {
    await status.save({ guests: 2, conditions: [condition('Crowded', true, full), saved] });
    note();
    return waits();
  };

  it('writes, warns and changes Ready once, not in each attempt', async () => {
    await using run = await begin(saveAndWait);
    await run.awaitIdle();
    const [writes, ready] = [countStatusRequests(server), readReady()];
    shown = [];
    await run.advance(60_000);
    expect(shown.length).toBeGreaterThan(3);
    expect(new Set(shown)).toEqual(new Set(['False NoGuests']));
    expect([countStatusRequests(server), countWarnings()]).toEqual([writes, 1]);
    expect(readReady()).toEqual(ready);
    expect(readCafeStatus(server)).toMatchObject({ guests: 2, observedGeneration: 1 });
  });

  it('shows what it saves before it ends', async () => {
    await using run = await begin(saveAndWait);
    await run.awaitIdle();
    let guests: number | undefined;
    body = async (status) => {
      await status.save({ guests: 3, conditions: [saved] });
      ({ guests } = readCafeStatus(server));
      note();
      return waits();
    };
    await run.advance(30_000);
    expect([guests, shown.at(-1)]).toEqual([3, 'False NoGuests']);
  });

  it('keeps the generation of its report until it ends', async () => {
    await using run = await begin(saveAndWait);
    await run.awaitIdle();
    let generations: (number | undefined)[] = [];
    body = async (status) => {
      await status.save({ guests: 2, conditions: [saved] });
      generations = ['Ready', 'Reconciling'].map((type) => findCafeCondition(server, type)?.observedGeneration);
      return waits();
    };
    await server.client.resource(Cafe).mergePatch(key, { spec: { tables: 2 } });
    await run.awaitIdle();
    expect(generations).toEqual([1, 1]);
    expect(readReady()?.observedGeneration).toBe(2);
  });

  it('does not change Ready in another process', async () => {
    {
      await using run = await begin(saveAndWait);
      await run.awaitIdle();
    }
    const writes = countStatusRequests(server);
    shown = [];
    await using run = await begin(saveAndWait);
    await run.awaitIdle();
    expect([shown, countStatusRequests(server), countWarnings()]).toEqual([['False NoGuests'], writes, 1]);
  });
});

describe('a reconcile that succeeds after it was not ready', () => {
  it('writes the Ready that it has saved when it ends', async () => {
    await using run = await begin(waits);
    await run.awaitIdle();
    body = async (status) => {
      await status.save({ guests: 1, conditions: [isOpen] });
      return awaitChange;
    };
    await run.advance(30_000);
    expect(readReady()).toMatchObject({ status: 'True', reason: 'Open' });
    expect(findCafeCondition(server, 'Reconciling')).toBeUndefined();
  });

  it('is followed by one that saves Ready at once', async () => {
    await using run = await begin((status) => {
      status.set({ conditions: [isCooking] });
      return awaitChange;
    });
    await run.awaitIdle();
    body = async (status) => {
      await status.save({ conditions: [isOpen] });
      note();
      return awaitChange;
    };
    await server.client.resource(Cafe).mergePatch(key, { spec: { tables: 2 } });
    await run.awaitIdle();
    expect(shown).toEqual(['True Open']);
  });
});

describe('the first reconcile of an object', () => {
  it('can save Ready more than once', async () => {
    await using run = await begin(async (status) => {
      for (const each of [isCooking, isOpen]) {
        await status.save({ conditions: [each] });
        note();
      }
      return awaitChange;
    });
    await run.awaitIdle();
    expect(shown).toEqual(['False Cooking', 'True Open']);
  });
});

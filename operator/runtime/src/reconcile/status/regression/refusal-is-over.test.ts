import { beforeEach, describe, expect, it } from 'vitest';

import type { InMemoryApiServer } from '../../../../../testing/src/in-memory-api-server/index.ts';
import { runController } from '../../../../../testing/src/run-controller/run-controller.ts';
import { Cafe, key, serveCafe, type Stated, statusOn, statusWritesOn } from '../../../../fixtures/stated-cafe.ts';
import { awaitChange } from '../../declare/action.ts';
import { condition } from '../../declare/condition.ts';
import type { StatusWriter } from '../../declare/context.ts';
import { defineController } from '../../declare/define-controller.ts';
import { notReady } from '../refusal.ts';

type Body = (status: StatusWriter<Stated>) => void;

let server: InMemoryApiServer;
let body: Body;

const nothing: Body = () => undefined;
const refuse: Body = () => {
  throw notReady('Away', 'A webhook does not answer.');
};
const state =
  (holds: boolean): Body =>
  (status) => {
    const why = { reason: 'Because', message: 'It is so.' };
    status.set({ guests: 3, conditions: [condition('Open', true, why), condition('Ready', holds, why)] });
  };

const cafe = defineController(Cafe, {
  reconcile: async (_, { status }) => {
    body(status);
    return Promise.resolve(awaitChange);
  },
});

beforeEach(async () => {
  server = await serveCafe(0);
});

const stored = () => statusOn(server);
const conditions = () => (stored().conditions ?? []).map(({ type, status }) => `${type}=${status}`);
const statusWrites = () => statusWritesOn(server);
const warnings = () => server.requests().filter(({ verb, kind }) => kind === 'Event' && verb === 'create').length;

/** One process with one run for each of `bodies`. */
async function runs(...bodies: readonly Body[]): Promise<void> {
  for (const each of bodies) {
    body = each;
    await using run = await runController(cafe, { server });
    await run.settled();
    expect(run.results).toHaveLength(1);
  }
}

// The runtime's report of a refusal once stayed for ever if the author states no status.
describe('a refusal that has ended', () => {
  it('is removed by one write of a run that succeeds and states nothing', async () => {
    await runs(refuse);
    expect(conditions()).toEqual(['Ready=False', 'Reconciling=True']);
    const before = statusWrites();
    await runs(nothing, nothing, nothing);
    expect(stored()).toEqual({});
    expect(statusWrites() - before).toBe(1);
  });

  it('leaves other conditions from before unchanged', async () => {
    await runs(state(true), refuse);
    expect(conditions()).toContain('Ready=False');
    await runs(nothing);
    expect(stored()).toMatchObject({ guests: 3, observedGeneration: 1 });
    expect(conditions()).toEqual(['Open=True']);
  });

  it('leaves the conditions of others alone', async () => {
    await runs(refuse);
    const at = '2026-01-01T00:00:00Z';
    const theirs = { type: 'Theirs', status: 'False', reason: 'R', message: 'm', lastTransitionTime: at } as const;
    await server.client
      .resource(Cafe)
      .mergePatch(
        key,
        { status: { conditions: [...(stored().conditions ?? []), theirs] } },
        { subresource: 'status', fieldManager: 'theirs' },
      );
    await runs(nothing);
    expect(conditions()).toEqual(['Theirs=False']);
  });

  it('is reported again when it comes back', async () => {
    await runs(refuse, nothing, refuse);
    expect(conditions()).toContain('Ready=False');
    expect(warnings()).toBe(2);
  });
});

describe('a Ready that was stated as true', () => {
  it('stays if later runs state nothing', async () => {
    await runs(state(true));
    const [before, writes] = [stored(), statusWrites()];
    await runs(nothing, nothing);
    expect(stored()).toEqual(before);
    expect(statusWrites()).toBe(writes);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';

import type { InMemoryApiServer } from '../../../../../testing/src/in-memory-api-server/index.ts';
import { runController } from '../../../../../testing/src/run-controller/run-controller.ts';
import {
  Cafe,
  key,
  serveCafe,
  type CafeStatus,
  readCafeStatus,
  countStatusRequests,
} from '../../../../fixtures/cafe-status.ts';
import { awaitChange } from '../../declare/action.ts';
import { condition } from '../../declare/condition.ts';
import type { StatusWriter } from '../../declare/context.ts';
import { defineController } from '../../declare/define-controller.ts';
import { notReady } from '../rejection.ts';

type Body = (status: StatusWriter<CafeStatus>) => void;

let server: InMemoryApiServer;
let body: Body;

const nothing: Body = () => undefined;
const throwNotReady: Body = () => {
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

const readStored = () => readCafeStatus(server);
const conditions = () => (readStored().conditions ?? []).map(({ type, status }) => `${type}=${status}`);
const countWrites = () => countStatusRequests(server);
const warnings = () => server.requests().filter(({ verb, kind }) => kind === 'Event' && verb === 'create').length;

/** Runs one reconcile for each of `bodies`, all in one process. */
async function runEach(...bodies: readonly Body[]): Promise<void> {
  for (const each of bodies) {
    body = each;
    await using run = await runController(cafe, { server });
    await run.awaitIdle();
    expect(run.results).toHaveLength(1);
  }
}

// A bug: if the author sets no status, the report of a rejection stayed forever.
describe('a rejection that has ended', () => {
  it('is removed by one write of a successful reconcile that sets no status', async () => {
    await runEach(throwNotReady);
    expect(conditions()).toEqual(['Ready=False', 'Reconciling=True']);
    const before = countWrites();
    await runEach(nothing, nothing, nothing);
    expect(readStored()).toEqual({});
    expect(countWrites() - before).toBe(1);
  });

  it('leaves earlier conditions unchanged', async () => {
    await runEach(state(true), throwNotReady);
    expect(conditions()).toContain('Ready=False');
    await runEach(nothing);
    expect(readStored()).toMatchObject({ guests: 3, observedGeneration: 1 });
    expect(conditions()).toEqual(['Open=True']);
  });

  it('leaves the conditions of others unchanged', async () => {
    await runEach(throwNotReady);
    const at = '2026-01-01T00:00:00Z';
    const theirs = { type: 'Theirs', status: 'False', reason: 'R', message: 'm', lastTransitionTime: at } as const;
    await server.client
      .resource(Cafe)
      .mergePatch(
        key,
        { status: { conditions: [...(readStored().conditions ?? []), theirs] } },
        { subresource: 'status', fieldManager: 'theirs' },
      );
    await runEach(nothing);
    expect(conditions()).toEqual(['Theirs=False']);
  });

  it('is reported again when it recurs', async () => {
    await runEach(throwNotReady, nothing, throwNotReady);
    expect(conditions()).toContain('Ready=False');
    expect(warnings()).toBe(2);
  });
});

describe('a Ready that was set to true', () => {
  it('stays if later reconciles set no status', async () => {
    await runEach(state(true));
    const [before, writes] = [readStored(), countWrites()];
    await runEach(nothing, nothing);
    expect(readStored()).toEqual(before);
    expect(countWrites()).toBe(writes);
  });
});

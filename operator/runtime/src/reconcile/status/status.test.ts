import { beforeEach, describe, expect, it } from 'vitest';

import { buildRejection } from '../../../fixtures/api-server.ts';
import { manager, type ScriptedRun, createScriptedRun } from '../../../fixtures/scripted-run.ts';
import { defineApi, t } from '../../api/index.ts';
import type { Condition } from '../../base/index.ts';
import { condition } from '../declare/condition.ts';
import type { AnyStatus, Run } from '../write/index.ts';
import { clearNotReady, readOwnStatus, writeStatus } from './status.ts';

const members = t.optional(t.array(t.object({ name: t.string() }), { keys: ['name'] }));
const Cafe = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Cafe',
  spec: t.object({}),
  status: t.object({
    guests: t.optional(t.integer()),
    a: t.optional(t.integer()),
    b: t.optional(t.integer()),
    members,
    inner: t.optional(t.object({ a: t.integer(), members })),
    theirs: t.optional(t.boolean()),
    conditions: t.conditions(),
  }),
});
const key = { namespace: 'default', name: 'home' };
const path = '/apis/example.com/v1/namespaces/default/cafes/home';
const patch = `PATCH ${path}/status?fieldManager=${manager}&force=true`;
const why = { reason: 'Because', message: 'It is so.' };
const ready = condition('Ready', true, why);
const status: AnyStatus = { guests: 3, conditions: [ready] };

let scripted: ScriptedRun;

beforeEach(() => {
  scripted = createScriptedRun({ ownerKind: Cafe, owner: { spec: {} }, ownerKey: key });
});

interface Stored {
  readonly guests?: number;
  readonly observedGeneration?: number;
  readonly conditions: readonly Condition[];
}
const stored = (): Stored => scripted.server.get(path)?.['status'] as Stored;

/** Writes the status in a reconcile, then passes the stored object to the cache as the watch would. */
async function write(stated: AnyStatus, run: Run = scripted.run()): Promise<string[]> {
  await writeStatus(run, stated);
  scripted.watchShows(Cafe, key);
  return scripted.takeRequests();
}

/** A reconcile of a kind whose status the runtime does not complete. */
const startForeign = (): Run => scripted.run({ environment: { ...scripted.environment, statusUse: 'stated' } });

/** Changes the object like another client, and passes the watch event to the cache. */
function edit(change: (status: Stored) => object, metadata: object = {}): void {
  const live = scripted.server.get(path);
  scripted.server.put(path, { ...live, status: change(stored()), metadata: { ...live?.metadata, ...metadata } });
  scripted.watchShows(Cafe, key);
}

describe('a status', () => {
  it('is not written from an outdated view, nor to a later object of the same name', async () => {
    const run = scripted.run();
    const live = scripted.server.get(path);
    scripted.server.put(path, { ...live, metadata: { ...live?.metadata, uid: 'made-again' } });
    await expect(writeStatus(run, status)).rejects.toMatchObject({ code: 'API_CONFLICT' });
    expect(stored()).toBeUndefined();
  });

  it('is applied by our field manager, completed, with the uid and resource version of the object', async () => {
    const { uid, resourceVersion } = scripted.server.get(path)?.metadata ?? {};
    await expect(write(status)).resolves.toEqual([patch]);
    expect(scripted.server.transport.requests.at(-1)?.body).toEqual({
      apiVersion: 'example.com/v1',
      kind: 'Cafe',
      metadata: { ...key, uid, resourceVersion },
      status: {
        guests: 3,
        observedGeneration: 1,
        conditions: [{ ...ready, observedGeneration: 1, lastTransitionTime: '2026-01-01T00:00:00Z' }],
      },
    });
  });

  it('is written once: a stored one causes no request, even after a restart', async () => {
    await write(status);
    await scripted.clock.advance(60_000);
    await expect(write(status)).resolves.toEqual([]);
    scripted.forget();
    await expect(write(status)).resolves.toEqual([]);
  });

  it('can be read at once, without waiting for the watch', async () => {
    await writeStatus(scripted.run(), status);
    const run = scripted.run();
    expect((run.owner as unknown as { status: Stored }).status.guests).toBe(3);
    await expect(writeStatus(run, status)).resolves.toBeUndefined();
  });

  it('is the same in any order of its conditions', async () => {
    const other = condition('Available', true, why);
    await write({ conditions: [ready, other] });
    await expect(write({ conditions: [other, ready] })).resolves.toEqual([]);
  });

  it('is the same in any member order, and without absent members', async () => {
    await write({ a: 1, b: 2, conditions: [ready] });
    await expect(write({ b: 2, gone: undefined, conditions: [ready], a: 1 })).resolves.toEqual([]);
  });

  it('with a list by name in any order is not written again', async () => {
    const members = [{ name: 'b' }, { name: 'a' }];
    await write({ members, conditions: [ready] });
    await expect(write({ members, conditions: [ready] })).resolves.toEqual([]);
  });

  it('with an empty list that merges by item is not written again: managedFields have no path for it', async () => {
    await write({ members: [], inner: { a: 1, members: [] }, conditions: [] });
    await expect(write({ members: [], inner: { a: 1, members: [] }, conditions: [] })).resolves.toEqual([]);
    await expect(write({ members: [{ name: 'a' }], conditions: [] })).resolves.toEqual([patch]);
    await expect(write({ members: [], conditions: [] })).resolves.toEqual([patch]);
  });

  it('is written when a value, a message or the generation changes', async () => {
    await write(status);
    await expect(write({ ...status, guests: 4 })).resolves.toEqual([patch]);
    const other = condition('Ready', true, { ...why, message: 'Now for another reason.' });
    await expect(write({ guests: 4, conditions: [other] })).resolves.toEqual([patch]);
    edit((each) => each, { generation: 2 });
    await expect(write({ guests: 4, conditions: [other] })).resolves.toEqual([patch]);
    expect(stored().observedGeneration).toBe(2);
    expect(stored().conditions[0]?.observedGeneration).toBe(2);
  });

  it('is sent without fields that it no longer has, so that they are removed', async () => {
    await write(status);
    await expect(write({ conditions: [ready] })).resolves.toEqual([patch]);
    expect(stored()).not.toHaveProperty('guests');
  });

  it('is restored when another client has changed it', async () => {
    await write(status);
    edit((each) => ({ ...each, guests: 9 }));
    await expect(write(status)).resolves.toEqual([patch]);
  });

  it('is restored when another manager has taken a field of it', async () => {
    await write(status);
    const [entry] = scripted.server.get(path)?.metadata.managedFields ?? [];
    const { 'f:guests': _guests, ...left } = (entry?.fieldsV1 as { 'f:status': object & { 'f:guests': object } })[
      'f:status'
    ];
    edit((each) => each, { managedFields: [{ ...entry, fieldsV1: { 'f:status': left } }] });
    await expect(write(status)).resolves.toEqual([patch]);
  });

  it('is not written again when others write other fields', async () => {
    await write(status);
    const theirs: Condition = { ...ready, type: 'Theirs', lastTransitionTime: '2020-01-01T00:00:00Z' };
    edit((each) => ({ ...each, theirs: true, conditions: [theirs, ...each.conditions] }));
    await expect(write(status)).resolves.toEqual([]);
  });

  it('that is not JSON is an error of the controller', async () => {
    await expect(write({ guests: 3n, conditions: [ready] })).rejects.toMatchObject({ code: 'DECLARATION_INVALID' });
    expect(stored()).toBeUndefined();
  });

  it('fails if the process does not lead, unless the status is up to date', async () => {
    scripted.leading = false;
    await expect(writeStatus(scripted.run(), status)).rejects.toMatchObject({ code: 'NOT_LEADER' });
    expect(scripted.takeRequests()).toEqual([]);
    scripted.leading = true;
    await write(status);
    scripted.leading = false;
    await expect(writeStatus(scripted.run(), status)).resolves.toBeUndefined();
  });
});

describe('a status that the runtime does not complete', () => {
  it('is restored when another client has changed it', async () => {
    await write({ guests: 3 }, startForeign());
    edit((each) => ({ ...each, guests: 9 }));
    await expect(write({ guests: 3 }, startForeign())).resolves.toEqual([patch]);
    expect(stored()).toEqual({ guests: 3 });
  });

  it('with only absent members is written once', async () => {
    await write({ guests: undefined }, startForeign());
    await expect(write({ guests: undefined }, startForeign())).resolves.toEqual([]);
  });
});

describe('clearNotReady', () => {
  const unready = condition('Ready', false, why);
  const clear = async (run: Run): Promise<readonly string[]> => {
    scripted.takeRequests();
    await clearNotReady(run);
    return scripted.takeRequests();
  };

  it.each<[string, AnyStatus, object]>([
    ['fields', { guests: 3, conditions: [unready] }, { guests: 3 }],
    ['conditions', { conditions: [condition('Heated', true, why), unready] }, { conditions: [{ type: 'Heated' }] }],
  ])('removes the report of a failure, and keeps other %s', async (_, before, after) => {
    await write(before);
    expect(await clear(scripted.run())).toEqual([patch]);
    expect(stored()).toMatchObject({ ...after, observedGeneration: 1 });
  });

  it('removes a status that is only such a report', async () => {
    await write({ conditions: [unready] });
    expect(await clear(scripted.run())).toEqual([patch]);
    expect(stored()).toBeUndefined();
  });

  it('sends nothing if the runtime does not complete the status', async () => {
    await write({ conditions: [unready] });
    expect(await clear(startForeign())).toEqual([]);
  });
});

describe('the log', () => {
  const listChanges = () => scripted.logger.records.filter(({ level }) => level === 'info').map(({ fields }) => fields);

  it('has one line per change of the status of Ready, with the reason', async () => {
    const { reason, message } = why;
    await write({ guests: 1 });
    await write(status);
    await write({ ...status, guests: 4 });
    await write({ conditions: [condition('Ready', true, { reason: 'Other', message })] });
    await write({ conditions: [condition('Ready', false, why)] });
    await clearNotReady(scripted.run());
    expect(listChanges()).toEqual([
      { from: 'absent', to: 'True', reason, detail: message },
      { from: 'True', to: 'False', reason, detail: message },
      { from: 'False', to: 'absent' },
    ]);
  });
});

describe('the time of a condition', () => {
  const getTransitionTime = (type: string) =>
    stored().conditions.find((each) => each.type === type)?.lastTransitionTime;

  it('stays while its status does, and changes with it', async () => {
    await write(status);
    await scripted.clock.advance(60_000);
    await write({ conditions: [condition('Ready', true, { ...why, reason: 'Other' })] });
    expect(getTransitionTime('Ready')).toBe('2026-01-01T00:00:00Z');
    await write({ conditions: [condition('Ready', false, why)] });
    expect(getTransitionTime('Ready')).toBe('2026-01-01T00:01:00Z');
    expect(getTransitionTime('Reconciling')).toBe('2026-01-01T00:01:00Z');
    expect(getTransitionTime('Stalled')).toBeUndefined();
    await scripted.clock.advance(60_000);
    await write({ conditions: [condition('Ready', false, { ...why, reason: 'Other' })] });
    expect(getTransitionTime('Reconciling')).toBe('2026-01-01T00:01:00Z');
  });

  it('is a new one when the condition recurs', async () => {
    await write({ conditions: [condition('Ready', false, why)] });
    await write(status);
    expect(stored().conditions.map(({ type }) => type)).toEqual(['Ready']);
    await scripted.clock.advance(60_000);
    await write({ conditions: [condition('Ready', false, why)] });
    expect(getTransitionTime('Reconciling')).toBe('2026-01-01T00:01:00Z');
  });
});

describe('a condition that warns', () => {
  const stuck = { ...condition('Ready', false, why), emitsWarning: true };
  const other = { ...stuck, message: 'It is otherwise.' };

  it('is emitted in one event, not set in the status, and again only when it changes', async () => {
    await write({ guests: 1, conditions: [stuck] });
    expect(stored().conditions[0]).not.toHaveProperty('emitsWarning');
    await write({ guests: 2, conditions: [stuck] });
    scripted.forget();
    await write({ guests: 2, conditions: [stuck] });
    expect(scripted.events).toEqual(['Because: It is so.']);
    await write({ guests: 2, conditions: [other] });
    await write({ guests: 2, conditions: [ready] });
    await write({ guests: 2, conditions: [stuck] });
    expect(scripted.events.slice(1)).toEqual(['Because: It is otherwise.', 'Because: It is so.']);
  });

  it('is emitted once it is written, not with each attempt', async () => {
    const { server } = scripted;
    server.intercept = () => buildRejection(500, 'no leader');
    for (const _ of [1, 2]) await expect(write({ conditions: [stuck] })).rejects.toMatchObject({ status: 500 });
    expect(scripted.events).toEqual([]);
    server.intercept = undefined;
    await write({ conditions: [stuck] });
    expect(scripted.events).toHaveLength(1);
  });
});

describe('readOwnStatus', () => {
  it('is our own written status, without the fields of others, and without the generation', async () => {
    await write(status);
    edit((each) => ({ ...each, theirs: true }));
    const own = readOwnStatus(scripted.run());
    expect(Object.keys(own).sort()).toEqual(['conditions', 'guests']);
    expect(own['guests']).toBe(3);
  });

  it('has only conditions that we have set, with all their fields', async () => {
    await write(status);
    const theirs: Condition = { ...ready, type: 'Theirs', lastTransitionTime: '2020-01-01T00:00:00Z' };
    edit((each) => ({ ...each, conditions: [theirs, ...each.conditions] }));
    expect(readOwnStatus(scripted.run()).conditions).toEqual([
      { ...ready, observedGeneration: 1, lastTransitionTime: '2026-01-01T00:00:00Z' },
    ]);
  });

  it('has no conditions if we have set none', async () => {
    await write({ guests: 3 }, startForeign());
    edit((each) => ({ ...each, conditions: [{ ...ready, lastTransitionTime: '2020-01-01T00:00:00Z' }] }));
    expect(readOwnStatus(scripted.run())).toEqual({ guests: 3 });
  });

  it('is empty if another client has removed the status', async () => {
    await write(status);
    edit(() => undefined as never);
    expect(readOwnStatus(scripted.run())).toEqual({});
  });

  it('is empty if we have written nothing', () => {
    edit(() => ({ theirs: true }));
    expect(readOwnStatus(scripted.run())).toEqual({});
  });
});

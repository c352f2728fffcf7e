import { beforeEach, describe, expect, it } from 'vitest';

import { buildRejection } from '../../../fixtures/api-server.ts';
import { Cafe, key, path, scriptCafe } from '../../../fixtures/home-cafe.ts';
import { manager, type ScriptedRun } from '../../../fixtures/scripted-run.ts';
import type { Condition } from '../../base/index.ts';
import { awaitChange } from '../declare/action.ts';
import { condition, type ConditionInput } from '../declare/condition.ts';
import type { StatusWriter } from '../declare/context.ts';
import { defineController } from '../declare/define-controller.ts';
import { type Outcome, reconcileObject } from '../run/reconcile-object.ts';
import type { AnyStatus, Run, StatusUse } from '../write/run.ts';
import { findStoredError, hasOtherReason, reconcileError, reportError, reportRejection } from './report.ts';
import { writeStatus } from './status.ts';

const why = { reason: 'Because', message: 'It is so.' };
const heated = condition('Heated', true, why);
const ready = condition('Ready', true, why);
const unready = condition('Ready', false, why);
const burnt = { message: 'the menu is burnt', stalls: false, emitsWarning: true };
const closed = { reason: 'Closed', message: 'The kitchen is closed.', retry: true };

let scripted: ScriptedRun;

beforeEach(() => {
  scripted = scriptCafe();
});

const start = (statusUse: StatusUse = 'report'): Run =>
  scripted.run({ environment: { ...scripted.environment, statusUse } });

/** Writes a status, then passes the stored object to the cache as the watch would. */
async function write(status: AnyStatus): Promise<void> {
  await writeStatus(start(), status);
  showOwner();
}

async function report(error: Parameters<typeof reportError>[1], run: Run = start()): Promise<boolean> {
  const changed = await reportError(run, error);
  showOwner();
  return changed;
}

function showOwner(): void {
  scripted.watchShows(Cafe, key);
}

function edit(metadata: object): void {
  const live = scripted.server.get(path);
  scripted.server.put(path, { ...live, metadata: { ...live?.metadata, ...metadata } });
  showOwner();
}

const listStored = (): readonly Condition[] =>
  (scripted.server.get(path)?.['status'] as { conditions: readonly Condition[] }).conditions;
const listTypes = (): readonly string[] => listStored().map(({ type, status }) => `${type}=${status}`);
const countStatusWrites = (): number => scripted.takeRequests().filter((each) => each.includes('/status')).length;

describe('the report of an unexpected error', () => {
  it('sets Ready, and keeps all other conditions', async () => {
    await write({ guests: 3, conditions: [heated, ready] });
    await expect(report(burnt)).resolves.toBe(false);
    expect(listTypes()).toEqual(['Heated=True', 'Ready=False', 'Reconciling=True']);
    expect(listStored()[1]).toMatchObject({ reason: reconcileError, message: burnt.message });
    expect(scripted.events).toEqual([`${reconcileError}: ${burnt.message}`]);
  });

  it('only emits an event, and only a due one, if the runtime does not write the status', async () => {
    await expect(report({ ...burnt, emitsWarning: false }, start('stated'))).resolves.toBe(false);
    expect(scripted.events).toEqual([]);
    await expect(report(burnt, start('stated'))).resolves.toBe(false);
    expect(scripted.events).toEqual([`${reconcileError}: ${burnt.message}`]);
    expect(scripted.takeRequests()).toEqual([]);
  });
});

describe('the stored error', () => {
  it.each([false, true])('is the reported one, and whether it stalls (%s)', async (stalls) => {
    await report({ ...burnt, stalls });
    expect(findStoredError(start())).toEqual({
      ...condition('Ready', false, { reason: reconcileError, message: burnt.message }),
      stalls,
    });
  });

  it.each<[string, AnyStatus]>([
    ['without Ready', { guests: 3 }],
    ['with another reason', { conditions: [unready] }],
  ])('is absent from a status %s', async (_, status) => {
    await write(status);
    expect(findStoredError(start())).toBeUndefined();
  });

  it('is absent if the runtime does not write the status', async () => {
    await report(burnt);
    expect(findStoredError(start('stated'))).toBeUndefined();
  });
});

describe('another reason', () => {
  it('is that of a false Ready', async () => {
    await write({ conditions: [unready] });
    expect(hasOtherReason(start())).toBe(true);
  });

  it.each<[string, AnyStatus]>([
    ['without Ready', { guests: 3 }],
    ['with a true Ready', { conditions: [ready] }],
  ])('is absent from a status %s', async (_, status) => {
    await write(status);
    expect(hasOtherReason(start())).toBe(false);
  });

  it('is not an unexpected error', async () => {
    await report(burnt);
    expect(hasOtherReason(start())).toBe(false);
  });

  it('is one of the current generation', async () => {
    await write({ conditions: [unready] });
    edit({ generation: 2 });
    expect(hasOtherReason(start())).toBe(false);
  });

  it('is unknown if the runtime does not write the status', async () => {
    await write({ conditions: [unready] });
    expect(hasOtherReason(start('stated'))).toBe(false);
  });
});

describe('a save after a failed reconcile', () => {
  let saved: readonly Condition[];

  /** Runs a reconcile that saves a status and ends with it; `saved` are the conditions in between. */
  async function reconcile(conditions: readonly ConditionInput[], run: Run = start()): Promise<Outcome> {
    const controller = defineController(Cafe, {
      reconcile: async (_, { status }) => {
        await (status as StatusWriter<{ guests: number }>).save({ guests: 4, conditions });
        saved = listStored();
        return awaitChange;
      },
    });
    const outcome = await reconcileObject(controller, run);
    showOwner();
    return outcome;
  }

  const fail = async (): Promise<void> => {
    const controller = defineController(Cafe, {
      reconcile: () => Promise.reject(new Error('the menu is burnt')),
    });
    await reconcileObject(controller, start());
  };

  it('keeps the report with its time, until the reconcile succeeds', async () => {
    await write({ guests: 3, conditions: [heated] });
    await report(burnt);
    const [, ...reported] = listStored();
    await scripted.clock.advance(60_000);
    await reconcile([heated, ready]);
    expect(saved).toMatchObject([heated, ...reported]);
    expect(scripted.server.get(path)).toMatchObject({ status: { guests: 4 } });
    expect(listTypes()).toEqual(['Heated=True', 'Ready=True']);
  });

  it('keeps the report after a success before the failure', async () => {
    await reconcile([ready]);
    await fail();
    await report(burnt);
    await reconcile([ready]);
    expect(saved).toMatchObject([{ type: 'Ready', reason: reconcileError }, { type: 'Reconciling' }]);
  });

  it('shows its own Ready if the last reconcile succeeded', async () => {
    await reconcile([unready]);
    await reconcile([ready]);
    expect(saved).toMatchObject([ready]);
  });

  it('shows its own Ready in place of one that is true', async () => {
    await write({ conditions: [ready] });
    await reconcile([unready]);
    expect(saved).toMatchObject([unready, { type: 'Reconciling', status: 'True' }]);
  });

  it('has exactly the conditions of the controller if the runtime does not complete the status', async () => {
    await report(burnt);
    await reconcile([ready], start('stated'));
    expect(saved).toMatchObject([ready]);
  });
});

describe('a rejection', () => {
  it('that was reported before emits no event if the runtime does not write the status', async () => {
    const run = start('none');
    await expect(reportRejection(run, undefined, closed)).resolves.toBe(false);
    run.memory.refusal = `${closed.reason} ${closed.message}`;
    await reportRejection(run, undefined, closed);
    expect(scripted.events).toEqual([`${closed.reason}: ${closed.message}`]);
    expect(scripted.takeRequests()).toEqual([]);
  });

  it('is not written without the status of the reconcile if a later attempt may write both', async () => {
    scripted.server.intercept = () => buildRejection(500, 'no leader');
    await expect(reportRejection(start(), { guests: 3 }, closed)).rejects.toMatchObject({ status: 500 });
    expect(countStatusWrites()).toBe(1);
  });
});

describe('a status write that the API server answers with 404', () => {
  beforeEach(() => {
    scripted.server.intercept = ({ subresource }) =>
      subresource === 'status' ? buildRejection(404, 'the server could not find the requested resource') : undefined;
    // Others that a list without the namespace, or without the name, has first.
    scripted.server.put(path.replace('default', 'annex'), { spec: {} });
    scripted.server.put(path.replace('home', 'canteen'), { spec: {} });
  });

  it('says that the kind has no status subresource if the object exists', async () => {
    await expect(report(burnt)).rejects.toMatchObject({
      code: 'API_NOT_FOUND',
      object: key,
      cause: { status: 404 },
    });
    expect(scripted.takeRequests()[0]).toBe(`PATCH ${path}/status?fieldManager=${manager}&force=true`);
  });

  it.each(['is deleted', 'is deleted and created again'])('says that the object %s', async (what) => {
    const run = start();
    scripted.server.delete(path);
    if (what !== 'is deleted') scripted.server.put(path, { spec: {} });
    await expect(report(burnt, run)).rejects.toMatchObject({
      code: 'OWNER_DELETED',
      object: key,
      cause: { status: 404 },
    });
  });
});

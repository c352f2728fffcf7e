import { beforeEach, describe, expect, it } from 'vitest';

import { Cafe, path, scriptCafe } from '../../../../fixtures/home-cafe.ts';
import type { ScriptedRun } from '../../../../fixtures/scripted-run.ts';
import type { Condition } from '../../../base/index.ts';
import { awaitChange } from '../../declare/action.ts';
import { condition } from '../../declare/condition.ts';
import type { StatusWriter } from '../../declare/context.ts';
import { defineController } from '../../declare/define-controller.ts';
import { type Outcome, reconcileObject } from '../../run/reconcile-object.ts';
import { notReady } from '../rejection.ts';

const why = { reason: 'Because', message: 'It is so.' };
const open = { conditions: [condition('Open', true, why), condition('Ready', true, why)] };

let scripted: ScriptedRun;

interface Stored {
  readonly conditions: readonly Condition[];
}
const stored = (): Stored => scripted.server.get(path)?.['status'] as Stored;
const openNow = () => stored().conditions.find(({ type }) => type === 'Open');

/** Runs one reconcile, then passes its writes to the cache as the watch would. */
async function reconcile(body: (status: StatusWriter<Stored>) => void): Promise<Outcome> {
  const controller = defineController(Cafe, {
    reconcile: async (_, { status }) => {
      body(status);
      return Promise.resolve(awaitChange);
    },
  });
  const outcome = await reconcileObject(controller, scripted.run());
  watchShows();
  return outcome;
}

function throwNotReady(): void {
  throw notReady('Away', 'A webhook does not answer.');
}

function edit(change: object, metadata: object = {}): void {
  const live = scripted.server.get(path);
  scripted.server.put(path, { ...live, ...change, metadata: { ...live?.metadata, ...metadata } });
  watchShows();
}

function watchShows(): void {
  scripted.watchShows(Cafe, { namespace: 'default', name: 'home' });
}

// A bug: when the API server rejected the write of a generation, the conditions of the previous one got its number.
describe('a rejection of a generation', () => {
  beforeEach(async () => {
    scripted = scriptCafe();
    await reconcile((status) => {
      status.set(open);
    });
    edit({}, { generation: 2 });
    await scripted.clock.advance(60_000);
    scripted.takeRequests();
  });

  it('has the new generation, and leaves the conditions of the previous one unchanged', async () => {
    const before = openNow();
    await reconcile(throwNotReady);
    expect(openNow()).toEqual(before);
    expect(before).toMatchObject({ observedGeneration: 1, lastTransitionTime: '2026-01-01T00:00:00Z' });
    expect(stored()).toMatchObject({ observedGeneration: 2 });
    const refused = stored().conditions.filter(({ observedGeneration }) => observedGeneration === 2);
    expect(refused.map(({ type, status }) => `${type}=${status}`).sort()).toEqual(['Ready=False', 'Reconciling=True']);
  });

  it('gives the new generation to conditions that the same reconcile has set before', async () => {
    await reconcile((status) => {
      status.set(open);
      throwNotReady();
    });
    expect(openNow()).toMatchObject({ status: 'True', observedGeneration: 2 });
  });

  it('is written again if another client has removed a part of the retained conditions', async () => {
    const conditions = stored().conditions.map((each) => ({ ...each, message: 'Edited.' }));
    const [entry] = scripted.server.get(path)?.metadata.managedFields ?? [];
    const without = JSON.stringify(entry).replaceAll('"f:message":{},', '');
    expect(without).not.toContain('f:message');
    edit({ status: { ...stored(), conditions } }, { managedFields: [JSON.parse(without)] });
    await expect(reconcile(throwNotReady)).resolves.toMatchObject({ result: 'refused' });
    expect(openNow()).toMatchObject({ status: 'True', message: 'Edited.', observedGeneration: 1 });
    const fields = scripted.server.get(path)?.metadata.managedFields?.[0]?.fieldsV1;
    expect(fields).toMatchObject({ 'f:status': { 'f:conditions': { 'k:{"type":"Open"}': { 'f:message': {} } } } });
  });
});

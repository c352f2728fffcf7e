import { beforeAll, describe, expect, it } from 'vitest';

import { Pet } from '../../../operator/src/kubewright.ts';
import type { StoreCall } from '../../../operator/src/pet-store/testing/index.ts';
import { until } from '../../support/until.ts';
import { processIdOf } from '../support/operator-process.ts';
import { restartOperator } from '../support/restart.ts';
import { idle } from '../support/settled.ts';
import {
  applied,
  change,
  untilDeleted,
  createReady,
  type PetResource,
  petsIn,
  ready,
  removed,
  storedThor,
  thor,
  usePets,
} from './pets.ts';

/** Pets whose calls are unanswered when the operator is killed: the store has executed those that begin with `done`. */
const calls = ['held-add', 'held-update', 'held-delete', 'done-add', 'done-update', 'done-delete'] as const;
/** More Pets with an addition that the store has executed, but not answered. */
const others = ['done-changed', 'done-short', 'done-twin', 'done-twin'] as const;

describe('an operator that is killed in the middle of calls', () => {
  // The Lease expires soon after the kill, but not under load before it: the next leader would repeat the calls.
  const { scope, store } = usePets({
    settings: {
      ...{ leaseDurationSeconds: 10, renewDeadlineSeconds: 8, retryPeriodSeconds: 1 },
      // No call times out before all have arrived.
      petstoreTimeout: '60s',
    },
  });
  const before = new Map<string, PetResource>();

  /** Makes the store leave calls unanswered. @returns the names of the pets that they are for, as they arrive */
  function keepCalls(): string[] {
    const kept: string[] = [];
    const never = new Promise<void>(() => undefined);
    const keep = (beginning: string) => (call: StoreCall) => {
      const name = nameIn(call);
      if (name?.startsWith(beginning) !== true) return undefined;
      kept.push(name);
      return never;
    };
    store().hooks({ before: keep('held'), after: keep('done') });
    return kept;
  }

  function nameIn({ request }: StoreCall): string | undefined {
    const { pets: [pet] = [], ids: [id] = [] } = request as { pets?: { name: string }[]; ids?: string[] };
    return pet?.name ?? [...before].find(([, { status }]) => status?.id === id)?.[0];
  }

  beforeAll(async () => {
    for (const name of [...calls.filter((each) => !each.endsWith('add')), 'twin']) {
      before.set(name, await createReady(scope(), name, { ...thor, name: name === 'twin' ? 'done-twin' : name }));
    }
    await idle(scope());
    const kept = keepCalls();
    for (const name of ['held-add', 'done-add', 'done-changed', 'done-short']) {
      await applied(scope(), name, { ...thor, name });
    }
    for (const name of ['twin-1', 'twin-2']) await applied(scope(), name, { ...thor, name: 'done-twin' });
    for (const name of ['held-update', 'done-update']) await change(scope(), name, { spec: { type: 'cat' } });
    for (const name of ['held-delete', 'done-delete']) await removed(scope(), name);
    await until('all calls have arrived', async () => kept.length === calls.length + others.length);
    expect([...kept].sort()).toEqual([...calls, ...others].sort());
    process.kill(processIdOf(await scope().operator.leader()), 'SIGKILL');
    store().hooks();
    // These changes happen while no operator runs.
    await change(scope(), 'done-changed', { spec: { name: 'Changed', type: 'bird' } });
    await removed(scope(), 'done-short');
    await restartOperator(scope());
  });

  it.each(['held-add', 'done-add'])('BUG-PS-3 leaves one pet for an interrupted addition: %s', async (name) => {
    const { status } = await ready(scope(), name);
    expect(petsIn(store(), name)).toEqual([{ ...storedThor, name, id: status?.id }]);
    expect(status).not.toHaveProperty('adding');
  });

  it('BUG-PS-3 leaves one pet for an interrupted addition, though the spec changed before the next operator ran', async () => {
    const { status } = await ready(scope(), 'done-changed');
    expect(petsIn(store(), 'done-changed')).toEqual([]);
    expect(petsIn(store(), 'Changed')).toEqual([{ ...storedThor, name: 'Changed', type: 'bird', id: status?.id }]);
  });

  it('BUG-PS-3 leaves no pet for an interrupted addition whose Pet was deleted before the next operator ran', async () => {
    await untilDeleted(scope(), 'done-short');
    expect(petsIn(store(), 'done-short')).toEqual([]);
  });

  it('BUG-PS-3 leaves one pet for each of the Pets with equal specs', async () => {
    const names = ['twin', 'twin-1', 'twin-2'];
    const ids = await Promise.all(names.map(async (name) => (await ready(scope(), name)).status?.id));
    expect(ids[0]).toBe(before.get('twin')?.status?.id);
    expect(new Set(ids).size).toBe(3);
    expect(
      petsIn(store(), 'done-twin')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(ids.sort());
  });

  it.each(['held-update', 'done-update'])('updates the same pet after an interrupted update: %s', async (name) => {
    const { status } = await ready(scope(), name);
    expect(status?.id).toBe(before.get(name)?.status?.id);
    expect(petsIn(store(), name)).toEqual([{ ...storedThor, name, type: 'cat', id: status?.id }]);
  });

  it.each(['held-delete', 'done-delete'])('removes the pet after an interrupted removal: %s', async (name) => {
    await untilDeleted(scope(), name);
    expect(petsIn(store(), name)).toEqual([]);
  });

  it('leaves exactly one pet for each Pet in the store', async () => {
    await idle(scope());
    const { items } = await scope().client.resource(Pet).list({ namespace: scope().namespace });
    const ids = items.map(({ status }) => status?.id);
    expect(ids).toHaveLength(8);
    expect(
      petsIn(store())
        .map(({ id }) => id)
        .sort(),
    ).toEqual(ids.sort());
  });
});

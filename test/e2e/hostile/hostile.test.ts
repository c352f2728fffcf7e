import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { kubewright } from '../../../operator/src/kubewright.ts';
import { type RunningPetStore, startPetStore } from '../../../operator/src/pet-store/index.ts';
import { formatApiVersion, type Kind } from '../../../operator/runtime/src/base/index.ts';
import type { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { type WithConditions, awaitCondition } from '../../support/conditions.ts';
import { examples } from '../../support/kinds/kinds.ts';
import type { Scope } from '../../support/scope.ts';
import { getProcessId } from '../support/operator-process.ts';
import { createMark, listRejectedWrites, listRequests, listWrites } from '../support/requests.ts';
import { excludeWitnesses, awaitSettled } from '../support/await-settled.ts';
import { useScope } from '../support/use-scope.ts';
import { deleteAll } from './delete-all.ts';
import { buildHostileResources } from './hostile-resource.ts';
import { readErrors } from './operator-log.ts';
import { type AttackResults, runAttacks } from './run-attacks.ts';
import type { Victim } from './victim.ts';
import { blockGiants } from './without-giants.ts';
import { groupWrites } from './writes-by.ts';

/** Maximum number of writes for a valid object: two children, an event for each, and its statuses until it is Ready. */
const mostWrites = 12;
/** Maximum number of writes for an invalid object: the children that can be created, a status and an event. */
const mostWritesOfBad = 5;
/** How attacks with a valid object may end. `collected` is one, because its children may exist before it is deleted. */
const harmless: readonly (string | undefined)[] = ['ready', 'collected'];
/** Maximum number of rejections of a child: it is sent once, and again only if the status could not be written. */
const mostRejections = 3;

const victims = examples.map(({ victim }) => victim);

/** Creates a valid object of every kind. Each may wait long in the queue, behind thousands of attacks. */
async function createOneOfEach({ client, namespace }: Scope, name: string): Promise<readonly WithConditions[]> {
  const ready = { type: 'Ready', status: 'True', timeoutMs: 120_000 };
  const all = victims.map(async ({ api, spec }) => {
    const resource = client.resource(api as Kind<WithConditions>);
    const key = { namespace, name: `${name}-${api.plural}` };
    const body = { apiVersion: formatApiVersion(api), kind: api.kind, metadata: key, spec };
    await resource.create(body);
    return awaitCondition(resource, key, ready);
  });
  return Promise.all(all);
}

describe('bad input', () => {
  let store: RunningPetStore;

  beforeAll(async () => {
    store = await startPetStore({ address: '127.0.0.1:0' });
  });

  afterAll(async () => {
    await store[Symbol.asyncDispose]();
  });

  const scope = useScope(() => ({
    witness: createOneOfEach,
    settings: { logFormat: 'json', petstoreAddress: store.address },
  }));
  let giants: AsyncDisposable;
  let before: Pod;
  let results: ReadonlyMap<Victim, AttackResults>;

  beforeAll(async () => {
    before = await scope().operator.leader();
    giants = await blockGiants(scope());
    results = await runAttacks(scope(), victims);
  }, 400_000);

  afterAll(async () => {
    await deleteAll(scope(), victims);
    await giants[Symbol.asyncDispose]();
  }, 300_000);

  it('is sent for every kind of ours', () => {
    expect(new Set(victims.map(({ api }) => api))).toEqual(new Set(kubewright.controllers.map(({ api }) => api)));
  });

  describe.each(victims.map((victim) => ({ victim, kind: victim.api.kind })))('of $kind', ({ victim }) => {
    const sent = (): AttackResults => results.get(victim) ?? { answers: [], ends: [] };

    it('contains at least 200 objects, the same in each run', () => {
      const again = (): readonly string[] =>
        buildHostileResources(victim, { name: 'owner', uid: 'uid' }).map(({ body }) => JSON.stringify(body));
      expect(sent().answers.length).toBeGreaterThanOrEqual(200);
      expect(again()).toEqual(again());
    });

    it('is rejected with the path of its field, or reconciled, or reported as Invalid', () => {
      const { answers, ends } = sent();
      const faults = ends.flatMap((end, index) => {
        const { name = '', attack } = answers[index] ?? {};
        return end.end === 'fault' ? [`${name} ${attack?.what ?? ''}: ${end.fault}`] : [];
      });
      expect(faults).toEqual([]);
      // Shows that the input is bad, because some objects are rejected, and varied, because some are Ready.
      const count = (wanted: string): number => ends.filter(({ end }) => end === wanted).length;
      expect(count('rejected')).toBeGreaterThan(100);
      expect(count('ready')).toBeGreaterThan(50);
    });

    it('causes few writes for each object', async () => {
      const { answers, ends } = sent();
      const stored = answers.flatMap(({ name }, index) => (name === '' ? [] : [{ name, end: ends[index]?.end }]));
      const names = stored.map(({ name }) => name);
      const requests = await listRequests(scope());
      const writes = groupWrites(listWrites(requests), names);
      const rejections = groupWrites(listRejectedWrites(requests), names);
      const tooMany = stored
        .map((each) => ({ ...each, writes: writes.get(each.name) ?? [] }))
        .filter(({ end, writes: { length } }) => length > (harmless.includes(end) ? mostWrites : mostWritesOfBad));
      expect(tooMany).toEqual([]);
      const again = stored
        .filter(({ end }) => end === 'invalid')
        .map(({ name }) => rejections.get(name) ?? [])
        .filter(({ length }) => length > mostRejections);
      expect(again).toEqual([]);
      expect([...writes.keys()].filter((name) => name !== '').length).toBeGreaterThan(50);
    });
  });

  it('causes no writes once the operator has handled it', { timeout: 300_000 }, async () => {
    await awaitSettled(scope());
    const since = await createMark(scope());
    await awaitSettled(scope());
    const writes = listWrites(await listRequests(scope(), since));
    expect(excludeWitnesses(writes)).toEqual([]);
  });

  it('does not restart the operator, and causes no errors in its log', async () => {
    const now = await scope().operator.leader();
    expect(now.metadata.uid).toBe(before.metadata.uid);
    expect(getProcessId(now)).toBe(getProcessId(before));
    expect(now.status?.containerStatuses?.[0]?.restartCount).toBe(0);
    expect(await readErrors(now)).toEqual([]);
  });
});

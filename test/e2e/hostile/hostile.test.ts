import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import * as apis from '../../../operator/src/apis/index.ts';
import { type RunningPetStore, startPetStore } from '../../../operator/src/pet-store/index.ts';
import { apiVersionOf, type Kind } from '../../../operator/runtime/src/base/index.ts';
import type { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { type WithConditions, withCondition } from '../../support/conditions.ts';
import type { Scope } from '../../support/scope.ts';
import { processIdOf } from '../support/operator-process.ts';
import { mark, refusedIn, requestsOf, writesIn } from '../support/requests.ts';
import { besidesWitnesses, settled } from '../support/settled.ts';
import { useScope } from '../support/use-scope.ts';
import { assail, type Assault } from './assault.ts';
import { deleteAll } from './delete-all.ts';
import { hostileResources } from './hostile-resource.ts';
import { errorsIn } from './operator-log.ts';
import { type Victim, victims } from './victims.ts';
import { withoutGiants } from './without-giants.ts';
import { writesBy } from './writes-by.ts';

/** The most writes for a valid resource: two children, an event of each, and its statuses until it is Ready. */
const mostWrites = 12;
/** The most writes for an invalid one: the children that can be created, a status and an event. */
const mostWritesOfBad = 5;
/** The ends of resources that are valid; the garbage collector may delete a `collected` one only after its children exist. */
const harmless: readonly (string | undefined)[] = ['ready', 'collected'];
/** A refused child is tried once, and again only if the status could not be written then. */
const mostRefusals = 3;

/** A good resource of every kind, with a name of its own. After thousands of others each may take its time. */
async function oneOfEach({ client, namespace }: Scope, name: string): Promise<readonly WithConditions[]> {
  const ready = { type: 'Ready', status: 'True', timeoutMs: 120_000 };
  const all = victims.map(async ({ api, spec }) => {
    const resource = client.resource(api as Kind<WithConditions>);
    const key = { namespace, name: `${name}-${api.plural}` };
    const body = { apiVersion: apiVersionOf(api), kind: api.kind, metadata: key, spec };
    await resource.create(body);
    return withCondition(resource, key, ready);
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
    witness: oneOfEach,
    settings: { logFormat: 'json', petstoreAddress: store.address },
  }));
  let giants: AsyncDisposable;
  let before: Pod;
  let assaults: ReadonlyMap<Victim, Assault>;

  beforeAll(async () => {
    before = await scope().operator.leader();
    giants = await withoutGiants(scope());
    assaults = await assail(scope(), victims);
  }, 400_000);

  afterAll(async () => {
    await deleteAll(scope(), victims);
    await giants[Symbol.asyncDispose]();
  }, 300_000);

  it('is sent of every kind of ours', () => {
    expect(new Set(victims.map(({ api }) => api))).toEqual(new Set(Object.values(apis)));
  });

  describe.each(victims.map((victim) => ({ victim, kind: victim.api.kind })))('of $kind', ({ victim }) => {
    const sent = (): Assault => assaults.get(victim) ?? { answers: [], ends: [] };

    it('is at least 200 resources, the same each time', () => {
      const again = (): readonly string[] =>
        hostileResources(victim, { name: 'owner', uid: 'uid' }).map(({ body }) => JSON.stringify(body));
      expect(sent().answers.length).toBeGreaterThanOrEqual(200);
      expect(again()).toEqual(again());
    });

    it('is refused with its path, or reconciled, or reported as Invalid', () => {
      const { answers, ends } = sent();
      const faults = ends.flatMap((end, index) => {
        const { name = '', attack } = answers[index] ?? {};
        return end.end === 'fault' ? [`${name} ${attack?.what ?? ''}: ${end.fault}`] : [];
      });
      expect(faults).toEqual([]);
      // If all had succeeded, no input would have been bad; if none had, none would have been good.
      const count = (wanted: string): number => ends.filter(({ end }) => end === wanted).length;
      expect(count('refused')).toBeGreaterThan(100);
      expect(count('ready')).toBeGreaterThan(50);
    });

    it('costs a few writes each', async () => {
      const { answers, ends } = sent();
      const stored = answers.flatMap(({ name }, index) => (name === '' ? [] : [{ name, end: ends[index]?.end }]));
      const names = stored.map(({ name }) => name);
      const requests = await requestsOf(scope());
      const writes = writesBy(writesIn(requests), names);
      const refusals = writesBy(refusedIn(requests), names);
      const tooMany = stored
        .map((each) => ({ ...each, writes: writes.get(each.name) ?? [] }))
        .filter(({ end, writes: { length } }) => length > (harmless.includes(end) ? mostWrites : mostWritesOfBad));
      expect(tooMany).toEqual([]);
      const again = stored
        .filter(({ end }) => end === 'invalid')
        .map(({ name }) => refusals.get(name) ?? [])
        .filter(({ length }) => length > mostRefusals);
      expect(again).toEqual([]);
      expect([...writes.keys()].filter((name) => name !== '').length).toBeGreaterThan(50);
    });
  });

  it('is followed by silence', { timeout: 300_000 }, async () => {
    await settled(scope());
    const since = await mark(scope());
    await settled(scope());
    const writes = writesIn(await requestsOf(scope(), since));
    expect(besidesWitnesses(writes)).toEqual([]);
  });

  it('does not restart the operator, whose log has nothing unexpected', async () => {
    const now = await scope().operator.leader();
    expect(now.metadata.uid).toBe(before.metadata.uid);
    expect(processIdOf(now)).toBe(processIdOf(before));
    expect(now.status?.containerStatuses?.[0]?.restartCount).toBe(0);
    expect(await errorsIn(now)).toEqual([]);
  });
});

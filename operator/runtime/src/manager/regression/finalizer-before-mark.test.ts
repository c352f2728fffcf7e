import { describe, expect, it } from 'vitest';

import { createFakeClock, type FakeClock } from '../../../../testing/src/fake-clock.ts';
import {
  createInMemoryApiServer,
  type InMemoryApiServer,
  formatRequest,
} from '../../../../testing/src/in-memory-api-server/index.ts';
import { createRecordingLogger } from '../../../../testing/src/recording-logger.ts';
import { defineApi, t } from '../../api/index.ts';
import { neverAborted } from '../../base/index.ts';
import { WatchedCaches } from '../../cache/index.ts';
import { unchecked } from '../../client/index.ts';
import { createController } from '../../controller/index.ts';
import { LimitRange } from '../../kinds/index.ts';
import { awaitChange, defineController } from '../../reconcile/index.ts';
import { WriteFence } from '../election/index.ts';
import { InUse, inUseAnnotation } from '../in-use.ts';
import { leadAlone } from '../lead.ts';

const Cafe = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}) });
const definition = defineController(Cafe, {
  finalizer: { name: 'example.com/tables', cleanUp: () => Promise.resolve() },
  reconcile: () => Promise.resolve(awaitChange),
});
const key = { namespace: 'system', name: 'coffee-in-use' };

interface Leading extends AsyncDisposable {
  readonly server: InMemoryApiServer;
  readonly clock: FakeClock;
  readonly create: (name: string) => Promise<void>;
  /** Successful writes to Cafes and to the LimitRange, without status writes. */
  readonly writes: () => readonly string[];
  readonly findMark: () => string | undefined;
}

/** Starts an operator that leads, with its watched Cafes. */
async function startLeading(isDeployed = true): Promise<Leading> {
  const clock = createFakeClock();
  const server = createInMemoryApiServer({ kinds: [Cafe], clock });
  const { client } = server;
  const logger = createRecordingLogger();
  const limits = client.resource(unchecked(LimitRange));
  if (isDeployed) await limits.create({ metadata: key, spec: { limits: [] } });
  const caches = new WatchedCaches({ client, clock, logger, fieldManagers: [] });
  const inUse = new InUse({
    client,
    clock,
    logger,
    key,
    finalized: () => [controller].flatMap(({ finalized }) => finalized ?? []),
  });
  const controller = createController({
    ...{ definition, client, caches, clock, logger, operator: 'coffee', instance: 'coffee-0' },
    beforeFinalizer: (kind, signal) => inUse.mark(kind, signal),
  });
  const stop = new AbortController();
  const watches = caches.run(stop.signal);
  await caches.waitForSync(neverAborted);
  const settings = { gracePeriodSeconds: 30 };
  const jobs = [(signal: AbortSignal) => inUse.keep(signal)];
  const work = leadAlone({
    controllers: [controller],
    jobs,
    clock,
    settings,
    fence: new WriteFence(),
    stop: stop.signal,
  });
  await clock.settle();
  return {
    ...{ server, clock },
    async create(name) {
      await client.resource(unchecked(Cafe)).create({ metadata: { namespace: 'default', name }, spec: {} });
      await clock.settle();
    },
    writes: () =>
      server
        .requests()
        .filter(({ verb, subresource, status = 0 }) => verb === 'patch' && subresource === undefined && status < 300)
        .map(formatRequest),
    findMark: () => server.objects(LimitRange)[0]?.metadata.annotations?.[inUseAnnotation],
    async [Symbol.asyncDispose]() {
      stop.abort();
      await work;
      await watches;
    },
  };
}

const says = 'patch LimitRange system/coffee-in-use';

describe('an object that gets its finalizer', () => {
  it('is listed in the annotation before it has the finalizer', async () => {
    await using operator = await startLeading();
    expect(operator.writes()).toEqual([says]);
    await operator.create('home');
    expect(operator.writes()).toEqual([says, says, 'patch Cafe default/home']);
    expect(operator.findMark()).toBe('cafes.example.com (default/home)');
  });

  it('gets the finalizer without another write if an object of its kind has one', async () => {
    await using operator = await startLeading();
    for (const name of ['home', 'work', 'beach']) await operator.create(name);
    expect(operator.writes().filter((write) => write === says)).toHaveLength(2);
  });

  it('stays listed while its finalizer cannot be written', async () => {
    await using operator = await startLeading();
    {
      using _failing = operator.server.fail({ verb: 'patch', kind: 'Cafe' }, 503, { times: Infinity });
      await operator.create('home');
      await operator.clock.advance(5_000);
      expect(operator.findMark()).toBe('cafes.example.com (default/home)');
    }
    await operator.server.client
      .resource(Cafe)
      .delete({ namespace: 'default', name: 'home' }, { propagation: 'Background' });
    await operator.clock.advance(2_000);
    expect(operator.findMark()).toBe('');
  });

  it('gets none without the LimitRange, and reports that', async () => {
    await using operator = await startLeading(false);
    await operator.create('home');
    const [home] = operator.server.objects(Cafe);
    expect(home?.metadata.finalizers).toBeUndefined();
    expect(home?.status).toMatchObject({
      conditions: expect.arrayContaining([
        expect.objectContaining({ type: 'Ready', status: 'False', reason: 'OperatorUnguarded' }),
      ]) as unknown,
    });
  });
});

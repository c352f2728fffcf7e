import { expect, it } from 'vitest';

import { formatMicroTimestamp, systemClock } from '../../operator/runtime/src/base/index.ts';
import { ConfigMap, Lease } from '../../operator/runtime/src/kinds/index.ts';
import { createInMemoryApiServer, type InMemoryApiServer } from '../../operator/testing/src/index.ts';
import { bestOfThree } from './support/best-of-three.ts';
import { printProgress } from './support/progress.ts';
import { Item, shared } from './turns/item.ts';
import { serveTransport } from './turns/serve-transport.ts';
import { startSubject } from './turns/subject-process.ts';
import type { Report } from './turns/subject.ts';

/** The longest turns of the event loop in phases in which an operator processes all objects. */
interface Phases {
  /** When the caches are filled. */
  readonly fill: Report;
  /** When the operator becomes the leader and reconciles all objects. */
  readonly sweep: Report;
  readonly resync: Report;
  /** When all custom resources change. */
  readonly flood: Report;
  /** When an object is created that all custom resources use. */
  readonly fanOut: Report;
}

const lease = { namespace: 'default', name: 'items' };

/** Creates the Lease with another holder, so that the operator does not lead. */
async function holdLease({ client }: InMemoryApiServer): Promise<void> {
  const now = formatMicroTimestamp(systemClock);
  await client.resource(Lease).create({
    metadata: lease,
    spec: {
      holderIdentity: 'another',
      leaseDurationSeconds: 600,
      acquireTime: now,
      renewTime: now,
      leaseTransitions: 0,
    },
  });
}

async function releaseLease({ client }: InMemoryApiServer): Promise<void> {
  await client.resource(Lease).mergePatch(lease, { spec: { holderIdentity: '', leaseDurationSeconds: 1 } });
}

async function changeAll({ client }: InMemoryApiServer, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await client.resource(Item).mergePatch(toKey(index), { spec: { note: 'changed' } });
    // Lets the event loop send watch events, as a server in another process would.
    if (index % 50 === 0) await new Promise(setImmediate);
  }
}

function toKey(index: number) {
  return { namespace: 'default', name: `item-${String(index)}` };
}

async function measure(count: number, watchList: boolean): Promise<Phases> {
  const server = createInMemoryApiServer({ kinds: [Item], watchList, clock: systemClock });
  for (let index = 0; index < count; index += 1) {
    await server.client.resource(Item).create({ metadata: toKey(index), spec: {} });
  }
  await holdLease(server);
  let listed = (): void => undefined;
  await using served = await serveTransport(server.transport, ({ path }) => {
    if (path.endsWith('/items')) listed();
  });
  const election = ['--leader-elect', '--lease-namespace', lease.namespace, '--lease-name', lease.name];
  await using subject = await startSubject(served.url, [...election, '--resync-period', '10s']);
  const done = async (): Promise<Report> => {
    await subject.reconciles(count);
    return subject.report();
  };
  // Measures from the first list on, because the time before does not depend on the number of objects.
  listed = () => {
    listed = () => undefined;
    subject.reset();
  };
  await subject.logs('caches are warm');
  const fill = await subject.report();
  subject.reset();
  await releaseLease(server);
  const sweep = await done();
  subject.reset();
  const resync = await done();
  subject.reset();
  await changeAll(server, count);
  const flood = await done();
  subject.reset();
  await server.client.resource(ConfigMap).create({ metadata: { namespace: 'default', name: shared } });
  const fanOut = await done();
  return { fill, sweep, resync, flood, fanOut };
}

// Concurrent, because each measurement mostly waits for its resync.
// id: fault-14
it.concurrent.each([
  ['WatchList', true],
  ['lists', false],
])('the longest turn of the event loop does not grow with the number of objects, with %s', async (_, watchList) => {
  const how = watchList ? 'streamed' : 'listed';
  const longest = async (count: number): Promise<number> => {
    const phases = await measure(count, watchList);
    printProgress(`longest turns of ${String(count)} resources, ${how}: ${formatPhases(phases)}`);
    return findLongest(phases);
  };
  // A turn that grows with the number of objects is long in each measurement, but a single long turn may be chance.
  const twice = 2 * (await longest(1000));
  expect(await bestOfThree(`the longest turn, ${how}`, twice, () => longest(30_000))).toBeLessThan(twice);
});

function findLongest(phases: Phases): number {
  return Math.max(...Object.values<Report>({ ...phases }).map(({ workMs }) => workMs));
}

function formatPhases(phases: Phases): string {
  return Object.entries<Report>({ ...phases })
    .map(
      ([phase, { workMs, collectionMs }]) => `${phase} ${workMs.toFixed(1)} ms (collection ${collectionMs.toFixed(1)})`,
    )
    .join(', ');
}

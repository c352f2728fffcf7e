import { beforeAll, expect, it } from 'vitest';

import { CafeV1, release2, release3 } from '../../support/samples/cafe/index.ts';
import { mapParallel } from '../../support/map-parallel.ts';
import { listSamples } from '../../support/samples.ts';
import { until } from '../../support/until.ts';
import { fetchMetrics, getProcessId } from '../support/operator-process.ts';
import { type Cafes, namespace, system } from './cafes.ts';

const count = 300;
/** Objects per second, so that the migration takes at least fifteen seconds; its position is written after ten. */
const rate = 20;

/** Tests a storage migration whose leader is killed in the middle. */
export function testMigration(cafes: () => Cafes): void {
  const rewritten = async (pod: Parameters<typeof fetchMetrics>[0]): Promise<number> =>
    listSamples(await fetchMetrics(pod), 'storage_migration_objects_total')[0] ?? 0;

  beforeAll(async () => {
    await cafes().release(release2);
    const { client } = cafes();
    const { length: already } = (await client.resource(CafeV1).list({ namespace })).items;
    const indexes = Array.from({ length: count - already }, (_, index) => index);
    await mapParallel(indexes, 16, (index) =>
      client.resource(CafeV1).create({
        // The names are unique in the suite.
        metadata: { namespace, name: `moved-${String(index)}` },
        spec: { openFor: '150m', guests: 1 + (index % 500), waiter: 'Ada' },
      }),
    );
  });

  it('is followed by one that resumes at its position, and every object is stored as v2 once', async () => {
    await cafes().release(release3, { settings: { storageMigrationRate: rate } });
    const { operator } = cafes();
    if (operator === undefined) throw new Error('no operator is installed');
    await until('the operator has stored the position of the migration', async () => {
      const { metadata } = await cafes().definition();
      return metadata.annotations?.['conversion.kubewright.dev/migrated-until'];
    });
    const killed = await operator.leader();
    const before = await rewritten(killed);
    process.kill(getProcessId(killed), 'SIGKILL');
    await until('only v2 is stored', async () => (await cafes().definition()).status?.storedVersions?.join() === 'v2');
    expect(await cafes().stored()).toEqual({ v2: count });
    expect((await cafes().definition()).metadata.annotations).not.toHaveProperty(
      'conversion.kubewright.dev/migrated-until',
    );
    const next = await operator.leader();
    const log = await cafes().own.cluster.node.log(system, next.metadata.name, 'operator');
    expect(log).toMatch(/INFO +migrating stored objects {2}conversion=cafe {2}from=\["v1"\] {2}after="?cafes\//);
    const after = await rewritten(next);
    process.stderr.write(
      `migration: ${String(before)} by the leader that was killed, ${String(after)} by the next one\n`,
    );
    expect(before).toBeGreaterThan(0);
    expect(after).toBeLessThan(count);
    // The second leader migrates the objects after the written position again.
    expect(before + after).toBeLessThan(count + rate * 11);
    expect(listSamples(await fetchMetrics(next), 'storage_migration_objects_left')).toEqual([0]);
  });
}

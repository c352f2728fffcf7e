import { beforeAll, describe, expect, it } from 'vitest';

import { WebServer } from '../../../operator/src/kubewright.ts';
import { Pod, Service } from '../../../operator/runtime/src/kinds/index.ts';
import type { AuditEvent } from '../../../operator/testing/src/index.ts';
import { keyIn } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { isWrite } from '../../support/used.ts';
import { ready } from '../../support/web-server.ts';
import {
  holderOf,
  holdersIn,
  leaseOf,
  msOf,
  podOf,
  releasedAtMs,
  takenFrom,
  watchedLease,
  writersIn,
  writesByArrival,
} from '../support/lease.ts';
import { processIdOf } from '../support/operator-process.ts';
import { mark, requestsOf } from '../support/requests.ts';
import { settled } from '../support/settled.ts';
import { useScope } from '../support/use-scope.ts';
import { watched } from '../support/watched.ts';
import { createReady, onlyWebServer, serviceOf } from './servers.ts';

/** The default of the operator. */
const leaseDurationMs = 15_000;

describe('an operator with two replicas', () => {
  const scope = useScope({ ...onlyWebServer, replicas: 2 });

  beforeAll(async () => {
    await createReady(scope(), 'blue', { replicas: 0 });
  });

  it('has one leader, which writes, and one standby, which only watches', async () => {
    const pods = await scope().operator.pods();
    const leader = await scope().operator.leader();
    await createReady(scope(), 'green', { replicas: 0 });
    const requestsBy = async (pod: Pod): Promise<readonly AuditEvent[]> =>
      (await requestsOf(scope())).filter((event) => podOf(event) === pod.metadata.name);
    const [standby] = pods.filter(({ metadata }) => metadata.uid !== leader.metadata.uid);
    expect(pods).toHaveLength(2);
    expect((await requestsBy(leader)).filter(isWrite).length).toBeGreaterThan(4);
    const watchedBy = async (pod: Pod): Promise<ReadonlySet<string | undefined>> => {
      const watches = (await requestsBy(pod)).filter(({ verb }) => verb === 'watch');
      return new Set(watches.map(({ objectRef }) => objectRef?.resource));
    };
    const kinds = new Set(['webservers', 'deployments', 'services', 'leases']);
    await expect.poll(() => watchedBy(standby!), { timeout: 30_000 }).toEqual(kinds);
    expect((await requestsBy(standby!)).filter(isWrite)).toEqual([]);
  });

  it('releases the Lease when its leader stops, and the other replica takes it long before it would expire', async () => {
    await using held = await watchedLease(scope());
    await using seen = await watched(scope(), Pod, { namespace: scope().operator.namespace });
    const before = await holderOf(scope());
    const leader = await scope().operator.leader();
    await scope().client.resource(Pod).delete(leader.metadata, { propagation: 'Background' });
    const taken = await takenFrom(scope(), before);
    const after = taken.spec.holderIdentity ?? '';
    expect(after.startsWith(`${leader.metadata.name}_`)).toBe(false);

    await until('the watch has shown the new holder of the Lease', async () => holdersIn(held).at(-1) === after);
    expect(holdersIn(held).slice(-3)).toEqual([before, '', after].slice(-holdersIn(held).length));
    expect(msOf(taken.spec.acquireTime) - releasedAtMs(held)).toBeLessThan(leaseDurationMs - 3_000);

    const end = await until('the old leader has ended', async () => {
      const states = seen.changes
        .filter(({ object }) => object.metadata.uid === leader.metadata.uid)
        .map(({ object }) => object.status?.containerStatuses?.[0]?.state?.terminated);
      return states.findLast((state) => state !== undefined);
    });
    expect(end.exitCode).toBe(0);
  });

  it('counts one transition for each new holder, and no replica writes after its successor has begun to', async () => {
    const { operator, client } = scope();
    await using held = await watchedLease(scope());
    const since = await mark(scope());
    const before = await holderOf(scope());
    const { spec } = await leaseOf(scope());
    await client.resource(Pod).delete((await operator.leader()).metadata, { propagation: 'Background' });
    const taken = await takenFrom(scope(), before);
    expect(taken.spec.leaseTransitions).toBe((spec.leaseTransitions ?? 0) + 1);
    await createReady(scope(), 'red', { replicas: 0 });

    const [old, now] = [before, taken.spec.holderIdentity ?? ''].map((identity) => identity.split('_')[0] ?? '');
    const writers = writersIn(await requestsOf(scope(), since));
    // The old leader may have written nothing since the mark: it gives up a release that takes too long.
    expect(writers.filter((writer) => writer !== old && writer !== now)).toEqual([]);
    expect(writers).toContain(now);
    expect(writers.lastIndexOf(old ?? '')).toBeLessThan(writers.indexOf(now ?? ''));
    await until(
      'the watch has shown the new holder of the Lease',
      async () => holdersIn(held).at(-1) === taken.spec.holderIdentity,
    );
  });
});

describe('an operator with two replicas whose leader is killed', () => {
  const scope = useScope({ ...onlyWebServer, replicas: 2 });

  it('continues the work of the leader once its Lease has expired', { timeout: 150_000 }, async () => {
    await createReady(scope(), 'blue', { replicas: 0 });
    await settled(scope());
    await using held = await watchedLease(scope());
    const before = await holderOf(scope());
    const leader = (await scope().operator.pods()).find(({ metadata }) => before.startsWith(`${metadata.name}_`))!;
    process.kill(processIdOf(leader), 'SIGKILL');
    const since = await mark(scope());
    // These changes happen while nobody leads.
    await scope()
      .client.resource(WebServer)
      .mergePatch(keyIn(scope(), 'blue'), { spec: { replicas: 1 } });
    const service = (await serviceOf(scope(), 'blue'))!;
    await scope().client.resource(Service).delete(service.metadata, { propagation: 'Background' });

    const someoneElse = async (): Promise<string | undefined> => holdersIn(held).find((holder) => holder !== before);
    const next = await until('the Lease has another holder', someoneElse);
    const again = await until('the Service is created again', async () => {
      const now = await serviceOf(scope(), 'blue');
      return now !== undefined && now.metadata.uid !== service.metadata.uid && now;
    });
    const { status } = await ready(scope().client, keyIn(scope(), 'blue'));
    expect(status?.readyReplicas).toBe(1);
    expect(again.spec.ports?.[0]?.nodePort).toBe(status?.nodePort);
    // The killed container restarts in its Pod, and may lead again. Nobody writes before the Lease has a new holder.
    const writes = writesByArrival(await requestsOf(scope(), since));
    const isOfLease = ({ objectRef }: AuditEvent): boolean => objectRef?.resource === 'leases';
    const claim = writes.findIndex((event) => isOfLease(event) && next.startsWith(`${podOf(event)}_`));
    expect(claim).toBeGreaterThanOrEqual(0);
    expect(writes.slice(0, claim).filter((event) => !isOfLease(event))).toEqual([]);
    expect(holdersIn(held)).not.toContain('');
  });
});

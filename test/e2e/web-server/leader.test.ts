import { beforeAll, describe, expect, it } from 'vitest';

import { WebServer } from '../../../operator/src/apis/index.ts';
import { Pod, Service } from '../../../operator/src/runtime/kinds/index.ts';
import type { AuditEvent } from '../../../operator/src/testing/index.ts';
import { keyIn } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { isWrite } from '../../support/used.ts';
import { ready } from '../../support/web-server.ts';
import { holderOf, holdersIn, leaseOf, msOf, podOf, releasedAtMs, takenFrom, watchedLease } from '../support/lease.ts';
import { processIdOf } from '../support/operator-process.ts';
import { mark, requestsOf } from '../support/requests.ts';
import { useScope } from '../support/use-scope.ts';
import { watched } from '../support/watched.ts';
import { made, onlyWebServer, serviceOf } from './servers.ts';

/** Where nothing else is said. */
const leaseDurationMs = 15_000;

describe('an operator of two replicas', () => {
  const scope = useScope({ ...onlyWebServer, replicas: 2 });

  beforeAll(async () => {
    await made(scope(), 'blue', { replicas: 0 });
  });

  it('has one that leads and writes, and one that only looks on', async () => {
    const pods = await scope().operator.pods();
    const leader = await scope().operator.leader();
    await made(scope(), 'green', { replicas: 0 });
    const requests = await requestsOf(scope());
    const own = (pod: Pod): readonly AuditEvent[] => requests.filter((event) => podOf(event) === pod.metadata.name);
    const [standby] = pods.filter(({ metadata }) => metadata.uid !== leader.metadata.uid);
    expect(pods).toHaveLength(2);
    expect(own(leader).filter(isWrite).length).toBeGreaterThan(4);
    expect(own(standby!).filter(isWrite)).toEqual([]);
    const watches = own(standby!).filter(({ verb }) => verb === 'watch');
    expect(new Set(watches.map(({ objectRef }) => objectRef?.resource))).toEqual(
      new Set(['webservers', 'deployments', 'services', 'leases']),
    );
  });

  it('has its Lease released by a leader that is asked to stop, which the other takes long before it would run out', async () => {
    await using held = await watchedLease(scope());
    await using seen = await watched(scope(), Pod, { namespace: scope().operator.namespace });
    const before = await holderOf(scope());
    const leader = await scope().operator.leader();
    await scope().client.resource(Pod).delete(leader.metadata, { propagation: 'Background' });
    const taken = await takenFrom(scope(), before);
    const after = taken.spec.holderIdentity ?? '';
    expect(after.startsWith(`${leader.metadata.name}_`)).toBe(false);

    await until('the Lease was seen to be taken', async () => holdersIn(held).at(-1) === after);
    expect(holdersIn(held).slice(-3)).toEqual([before, '', after].slice(-holdersIn(held).length));
    expect(msOf(taken.spec.acquireTime) - releasedAtMs(held)).toBeLessThan(leaseDurationMs / 2);

    const end = await until('the old leader has ended', async () => {
      const states = seen.changes
        .filter(({ object }) => object.metadata.uid === leader.metadata.uid)
        .map(({ object }) => object.status?.containerStatuses?.[0]?.state?.terminated);
      return states.findLast((state) => state !== undefined);
    });
    expect(end.exitCode).toBe(0);
  });

  it('counts one transition for each new holder, none of whom came before the one before was out', async () => {
    const { operator, client } = scope();
    await using held = await watchedLease(scope());
    const since = await mark(scope());
    const before = await holderOf(scope());
    const { spec } = await leaseOf(scope());
    await client.resource(Pod).delete((await operator.leader()).metadata, { propagation: 'Background' });
    const taken = await takenFrom(scope(), before);
    expect(taken.spec.leaseTransitions).toBe((spec.leaseTransitions ?? 0) + 1);
    await made(scope(), 'red', { replicas: 0 });

    // The order in which the writes arrived: the audit log has that in which they were answered.
    const [old, now] = [before, taken.spec.holderIdentity ?? ''].map((identity) => identity.split('_')[0] ?? '');
    const writers = (await requestsOf(scope(), since))
      .filter(isWrite)
      .toSorted((a, b) => (a.requestReceivedTimestamp < b.requestReceivedTimestamp ? -1 : 1))
      .map(podOf);
    expect(new Set(writers)).toEqual(new Set([old, now]));
    expect(writers.lastIndexOf(old ?? '')).toBeLessThan(writers.indexOf(now ?? ''));
    await until('the Lease was seen to be taken', async () => holdersIn(held).at(-1) === taken.spec.holderIdentity);
  });
});

describe('an operator of two replicas with a short Lease', () => {
  const scope = useScope({
    ...onlyWebServer,
    replicas: 2,
    settings: { leaseDurationSeconds: 3, renewDeadlineSeconds: 2, retryPeriodSeconds: 1 },
  });

  it('goes on where a killed leader was, once its Lease has run out', async () => {
    await made(scope(), 'blue', { replicas: 0 });
    await using held = await watchedLease(scope());
    const before = await holderOf(scope());
    const leader = await scope().operator.leader();
    process.kill(processIdOf(leader), 'SIGKILL');
    // What happens while nobody leads.
    await scope()
      .client.resource(WebServer)
      .mergePatch(keyIn(scope(), 'blue'), { spec: { replicas: 1 } });
    const service = (await serviceOf(scope(), 'blue'))!;
    const since = await mark(scope());
    await scope().client.resource(Service).delete(service.metadata, { propagation: 'Background' });

    const taken = await takenFrom(scope(), before);
    const { status } = await ready(scope().client, keyIn(scope(), 'blue'));
    expect(status?.readyReplicas).toBe(1);
    const again = await serviceOf(scope(), 'blue');
    expect(again?.metadata.uid).not.toBe(service.metadata.uid);
    expect(again?.spec.ports?.[0]?.nodePort).toBe(status?.nodePort);
    const writers = (await requestsOf(scope(), since)).filter(isWrite).map(podOf);
    expect(writers).not.toContain(before.split('_')[0]);
    await until('the Lease was seen to be taken', async () => holdersIn(held).at(-1) === taken.spec.holderIdentity);
    expect(holdersIn(held)).not.toContain('');
  });
});

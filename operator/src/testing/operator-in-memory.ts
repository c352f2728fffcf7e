import type { Census } from './census.ts';
import type { FakeClock } from './fake-clock.ts';
import { createInMemoryApiServer, type InMemoryApiServer } from './in-memory-api-server/index.ts';
import { microTimestamp, OperatorError, runtimeSettings, silentLogger } from '../runtime/base/index.ts';
import { createCaches } from '../runtime/cache/index.ts';
import { createController, fieldManagerOf } from '../runtime/controller/index.ts';
import { Lease } from '../runtime/kinds/index.ts';
import type { Parts } from '../runtime/manager/assemble.ts';
import { createElectionHealth } from '../runtime/manager/election-health.ts';
import { createMetrics } from '../runtime/manager/index.ts';
import { lead } from '../runtime/manager/lead.ts';
import { registerObjectGauges } from '../runtime/manager/metrics/index.ts';
import { createTools } from '../runtime/manager/tools.ts';
import { WriteFence } from '../runtime/manager/write-fence.ts';
import type { ControllerDefinition } from '../runtime/reconcile/index.ts';

/** What a census finds, and what else can be counted of an operator. */
export interface OperatorCensus extends Census {
  /** Samples of all metrics but those of Node and the process. */
  readonly series: number;
  readonly watches: number;
  readonly timers: number;
}

/** An operator with everything that it has in a cluster, in this process, on an API server in memory; its time stands still. */
export interface OperatorInMemory extends AsyncDisposable {
  readonly server: InMemoryApiServer;
  readonly clock: FakeClock;
  /** Resolves once nothing goes on that does not wait for time. */
  settle(): Promise<void>;
  /** Another process has taken the Lease, and keeps it. */
  standsBy(): Promise<void>;
  /** The other process gives the Lease back. */
  leadsAgain(): Promise<void>;
  /** What is kept, once all has passed that is kept for a while only. */
  count(take: () => Promise<Census>): Promise<OperatorCensus>;
}

const lease = { namespace: 'default', name: 'test' } as const;

/** Starts an operator that leads. */
export async function operateInMemory(definition: ControllerDefinition): Promise<OperatorInMemory> {
  const server = createInMemoryApiServer({ kinds: [definition.api] });
  const { client } = server;
  const clock = server.clock as FakeClock;
  const shared = { client, clock, logger: silentLogger };
  const { name } = definition;
  const random = (): number => 0.5;
  const metrics = createMetrics(clock);
  const caches = createCaches({ ...shared, fieldManagers: [fieldManagerOf('test', name)], random });
  const tools = createTools([definition], { ...shared, settings: {} as never, registry: metrics.registry });
  const { queue, reconcile } = metrics.forController(name, { workers: 10 });
  const controller = createController({
    ...{ ...shared, definition, caches, operator: 'test', instance: 'test-0', random },
    ...{ tools: tools.of(definition), queueObserver: queue, observer: reconcile, resyncPeriodMs: 36_000_000 },
  });
  registerObjectGauges(metrics.registry, definition, { objects: () => controller.objects(), clock });
  const [watching, stop] = [new AbortController(), new AbortController()];
  const watched = caches.run(watching.signal);
  await caches.whenSynced(stop.signal);
  const electing = {
    ...{ leaderElect: true, leaseNamespace: lease.namespace, leaseName: lease.name, podName: 'test-0' },
    leaseDurationSeconds: runtimeSettings.leaseDurationSeconds.default,
    renewDeadlineSeconds: runtimeSettings.renewDeadlineSeconds.default,
    retryPeriodSeconds: runtimeSettings.retryPeriodSeconds.default,
    gracePeriodSeconds: runtimeSettings.gracePeriodSeconds.default,
    watchList: true,
  };
  const electionHealth = createElectionHealth(clock, electing.leaseDurationSeconds * 1000);
  const fence = new WriteFence();
  const parts = { ...shared, metrics, caches, controllers: [controller], tools, fence, electionHealth };
  const leading = lead({ ...parts, settings: electing, stop: stop.signal } as unknown as Parts);

  const settle = async (): Promise<void> => {
    let before = '';
    for (let quiet = 0; quiet < 5;) {
      await clock.settle();
      const now = `${String(server.requests().length)} ${server.resourceVersion}`;
      quiet = now === before ? quiet + 1 : 0;
      before = now;
    }
  };
  const giveLease = async (holder: string): Promise<void> => {
    const { spec } = await client.resource(Lease).get(lease);
    const given = { ...spec, holderIdentity: holder, leaseDurationSeconds: 1e9, renewTime: microTimestamp(clock) };
    await client.resource(Lease).jsonPatch(lease, [{ op: 'replace', path: '/spec', value: given }], {});
    await clock.advance(20_000);
    await settle();
  };
  await settle();
  return {
    server,
    clock,
    settle,
    standsBy: () => giveLease('another'),
    leadsAgain: () => giveLease(''),
    async count(take) {
      // Deletions of ours are remembered for ten minutes, if the watch does not tell them.
      await clock.advance(700_000);
      server.bookmark();
      await settle();
      const families = await metrics.registry.getMetricsAsJSON();
      const ours = families.filter((family) => !/^(process|nodejs)_/.test(family.name));
      const series = ours.flatMap(({ values }) => values).length;
      return { ...(await take()), series, watches: server.openWatches, timers: clock.timers };
    },
    async [Symbol.asyncDispose]() {
      stop.abort(new OperatorError('STOPPED', 'go on'));
      await clock.advance(60_000);
      await leading;
      watching.abort(new OperatorError('STOPPED', 'watch'));
      await watched;
      await tools[Symbol.asyncDispose]();
    },
  };
}

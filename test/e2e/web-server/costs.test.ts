import { describe, expect, it } from 'vitest';

import { WebServer } from '../../../operator/src/kubewright.ts';
import { formatKey } from '../../../operator/runtime/src/base/index.ts';
import { applyManifests } from '../../support/manifests.ts';
import { toKey } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { awaitWebServerReady } from '../../support/web-server.ts';
import { fetchMetrics, listSamples } from '../support/operator-process.ts';
import { createMark, listRequests, listWrites } from '../support/requests.ts';
import { excludeWitnesses, awaitIdle, awaitSettled } from '../support/await-settled.ts';
import { useScope } from '../support/use-scope.ts';
import { restartOperator } from '../support/restart.ts';
import { watchObjects } from '../support/watch-objects.ts';
import { onlyWebServer, buildSimulatedServer } from './servers.ts';

const names = ['one', 'two', 'three', 'four'];

describe('the operator of WebServers', () => {
  const scope = useScope(onlyWebServer);

  it('sends two creations for each, one event per child, one write per status, and nothing else', async () => {
    await using servers = await watchObjects(scope(), WebServer);
    const since = await createMark(scope());
    await applyManifests(
      scope().client,
      names.map((name) => buildSimulatedServer(scope().namespace, name, { replicas: 2 })),
    );
    await Promise.all(names.map((name) => awaitWebServerReady(scope().client, toKey(scope(), name))));
    await awaitSettled(scope());
    const writes = excludeWitnesses(listWrites(await listRequests(scope(), since)));

    for (const name of names) {
      const statuses = servers.changes
        .filter(({ type, object }) => type === 'MODIFIED' && object.metadata.name === name)
        .map(({ object }) => JSON.stringify(object.status));
      expect(statuses.length).toBeGreaterThan(0);
      expect(new Set(statuses).size).toBe(statuses.length);
      const own = writes.filter((write) => new RegExp(String.raw`/${name}\b`).test(write));
      expect(own.map((write) => write.replace(/\.[0-9a-f]{16}\b/, '')).sort()).toEqual([
        ...[`create events/${name} 201`, `create events/${name} 201`],
        ...[`patch deployments/${name} 201`, `patch services/${name}-service 201`],
        ...statuses.map(() => `patch webservers/${name}/status 200`),
      ]);
    }
    const known = new RegExp(String.raw`/(${names.join('|')})\b`);
    expect(writes.filter((write) => !known.test(write))).toEqual([]);
  });

  it('writes nothing for manifests that are applied again, and for labels of others', async () => {
    const since = await createMark(scope());
    await applyManifests(
      scope().client,
      names.map((name) => buildSimulatedServer(scope().namespace, name, { replicas: 2 })),
    );
    await scope()
      .client.resource(WebServer)
      .mergePatch(toKey(scope(), 'one'), { metadata: { labels: { team: 'web' } } });
    await awaitSettled(scope());
    const writes = listWrites(await listRequests(scope(), since));
    expect(excludeWitnesses(writes)).toEqual([]);
  });

  it('writes only the Lease when it restarts, though it reconciles every WebServer again', async () => {
    await awaitSettled(scope());
    const since = await createMark(scope());
    const after = await restartOperator(scope());
    const { items } = await scope().client.resource(WebServer).list({ namespace: scope().namespace });
    expect(items.length).toBeGreaterThanOrEqual(names.length);
    await until('the new leader has reconciled all WebServers', async () => {
      const reconciles = listSamples(await fetchMetrics(after), 'controller_runtime_reconcile_total');
      return reconciles.reduce((sum, count) => sum + count, 0) >= items.length;
    });
    await awaitIdle(scope());
    const requests = await listRequests(scope(), since);
    expect(excludeWitnesses(listWrites(requests))).toEqual([]);
    expect(requests.some(({ objectRef, verb }) => objectRef?.resource === 'leases' && verb === 'update')).toBe(true);
    const now = await scope().client.resource(WebServer).list({ namespace: scope().namespace });
    const versions = (list: typeof items): string[] =>
      list.map(({ metadata }) => `${formatKey(metadata)} ${metadata.resourceVersion}`);
    expect(versions(now.items)).toEqual(versions(items));
  });
});

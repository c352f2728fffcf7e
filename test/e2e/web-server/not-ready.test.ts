import { describe, expect, it } from 'vitest';

import { WebServer } from '../../../operator/src/kubewright.ts';
import { Service } from '../../../operator/runtime/src/kinds/index.ts';
import { toKey } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import {
  findCurrentCondition,
  awaitWebServerReady,
  type StoredWebServer,
  awaitWebServerCondition,
} from '../../support/web-server.ts';
import { getOwnEntry } from '../support/applied-fields.ts';
import { untilWithoutResync } from '../support/until-without-resync.ts';
import { createPodQuota } from '../support/pod-quota.ts';
import { awaitSettled } from '../support/await-settled.ts';
import { listWarnings } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';
import { fieldManager, createReady, onlyWebServer, findService, getWebServer } from './servers.ts';

describe('a WebServer that is not Ready', () => {
  const scope = useScope(onlyWebServer);
  const change = (name: string, spec: object): Promise<StoredWebServer> =>
    scope().client.resource(WebServer).mergePatch(toKey(scope(), name), { spec });
  const awaitNotReady = (name: string, reason: string): Promise<StoredWebServer> =>
    awaitWebServerCondition(scope().client, toKey(scope(), name), { type: 'Ready', status: 'False', reason });
  const warnings = async (name: string): Promise<readonly string[]> =>
    listWarnings(scope(), await getWebServer(scope(), name));

  it('reports once, with the message of the API server, that its Pods cannot be created, and becomes Ready afterwards', async () => {
    const name = 'short';
    await createReady(scope(), name);
    {
      await using _quota = await createPodQuota(scope(), 1);
      await change(name, { replicas: 3 });
      const server = await awaitNotReady(name, 'FailedCreate');
      expect(findCurrentCondition(server, 'Ready')?.message).toMatch(
        /^Deployment \S+\/short: pods "short-[a-z0-9]+-\*" is forbidden: exceeded quota: none, requested: pods=1, used: pods=1, limited: pods=1$/,
      );
      expect(findCurrentCondition(server, 'Reconciling')?.status).toBe('True');
      expect(findCurrentCondition(server, 'Stalled')).toBeUndefined();
      await until('there is a Warning', async () => (await warnings(name)).length > 0);
      await awaitSettled(scope());
      expect(await warnings(name)).toEqual(['FailedCreate ×1']);
      await change(name, { replicas: 1 });
      await awaitWebServerReady(scope().client, toKey(scope(), name));
    }
    await change(name, { replicas: 2 });
    await awaitWebServerReady(scope().client, toKey(scope(), name));
    expect(await warnings(name)).toEqual(['FailedCreate ×1']);
  });

  it('gets its deleted Service back at once, with the node port that the cluster had chosen', async () => {
    // Several deletions, because only some show that the API server still rejects the port for a moment after one.
    const names = Array.from({ length: 10 }, (_, index) => `again-${String(index)}`);
    await Promise.all(names.map((name) => createReady(scope(), name, { replicas: 0 })));
    const ports = await Promise.all(names.map(findNextPort));
    await awaitSettled(scope());
    for (const [index, name] of names.entries()) {
      const service = await findService(scope(), name);
      expect(service?.spec.ports?.[0]?.nodePort).toBe(ports[index]);
      expect(JSON.stringify(getOwnEntry(service!, fieldManager).fieldsV1)).not.toContain('f:nodePort');
      expect((await awaitWebServerReady(scope().client, toKey(scope(), name))).status?.nodePort).toBe(ports[index]);
      expect(await warnings(name)).toEqual([]);
    }
  });

  /**
   * Deletes the Service of a WebServer and waits until the operator has created it again.
   * @returns the node port of the new Service, which must be that of the deleted one
   */
  async function findNextPort(name: string): Promise<number | undefined> {
    const before = (await findService(scope(), name))!;
    await scope().client.resource(Service).delete(before.metadata, { propagation: 'Background' });
    const next = await untilWithoutResync('the Service is back', async () => {
      const service = await findService(scope(), name);
      return service !== undefined && service.metadata.uid !== before.metadata.uid && service;
    });
    const [port, had] = [next, before].map(({ spec }) => spec.ports?.[0]?.nodePort);
    expect(had).toBeGreaterThan(0);
    expect(port).toBe(had);
    return port;
  }
});

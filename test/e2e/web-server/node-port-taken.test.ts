import { beforeAll, describe, expect, it } from 'vitest';

import { WebServer } from '../../../operator/src/kubewright.ts';
import { applyManifests } from '../../support/manifests.ts';
import { toKey } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import {
  findCurrentCondition,
  awaitWebServerReady,
  type StoredWebServer,
  awaitWebServerCondition,
} from '../../support/web-server.ts';
import { untilWithoutResync } from '../support/until-without-resync.ts';
import { createMark, listRejectedWrites, listRequests } from '../support/requests.ts';
import { awaitSettled } from '../support/await-settled.ts';
import { listWarnings } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';
import { nodePorts } from './node-ports.ts';
import {
  findDeployment,
  createReady,
  onlyWebServer,
  findService,
  buildSimulatedServer,
  getWebServer,
} from './servers.ts';

const { first, second, third } = nodePorts.taken;
describe('BUG-WS-1 a WebServer whose node port is taken', () => {
  const scope = useScope(onlyWebServer);
  const late = (): { namespace: string; name: string } => ({ namespace: scope().namespace, name: 'late' });
  const awaitPortTaken = (): Promise<StoredWebServer> =>
    awaitWebServerCondition(scope().client, late(), { type: 'Ready', status: 'False', reason: 'NodePortTaken' });
  const change = (spec: object): Promise<unknown> => scope().client.resource(WebServer).mergePatch(late(), { spec });

  beforeAll(async () => {
    await createReady(scope(), 'early', { replicas: 0, nodePort: first });
    await applyManifests(scope().client, [
      buildSimulatedServer(scope().namespace, 'late', { replicas: 2, nodePort: first }),
    ]);
    await awaitPortTaken();
  });

  it('is not Ready with the message of the API server and the holder of the port, and is not Stalled', async () => {
    const server = await awaitPortTaken();
    expect(findCurrentCondition(server, 'Ready')?.message).toBe(
      'spec.nodePort: Invalid value: 30030: provided port is already allocated; Service early-service of WebServer early has it.',
    );
    expect(findCurrentCondition(server, 'Reconciling')?.status).toBe('True');
    expect(findCurrentCondition(server, 'Stalled')).toBeUndefined();
    expect(await findService(scope(), 'late')).toBeUndefined();
  });

  it('BUG-WS-3 has a Deployment that still follows the spec, and is Available', async () => {
    await change({ replicas: 3 });
    await until('the cluster has 3 ready Pods', async () => {
      const { metadata, status } = (await findDeployment(scope(), 'late'))!;
      return status?.observedGeneration === metadata.generation && status?.availableReplicas === 3;
    });
    const server = await untilWithoutResync('3 of 3 Pods are ready', async () => {
      const now = await getWebServer(scope(), 'late');
      return now.status?.readyReplicas === 3 && findCurrentCondition(now, 'Available')?.status === 'True' && now;
    });
    expect(server.status?.replicas).toBe(3);
    expect(findCurrentCondition(server, 'Ready')?.reason).toBe('NodePortTaken');
    expect((await findDeployment(scope(), 'late'))?.spec.replicas).toBe(3);
  });

  it('causes no writes while the operator retries', async () => {
    const since = await createMark(scope());
    const { metadata } = await getWebServer(scope(), 'late');
    const triedAgain = async (): Promise<boolean> =>
      listRejectedWrites(await listRequests(scope(), since)).includes('patch services/late-service 422');
    await until('the operator has tried again', triedAgain);
    expect((await getWebServer(scope(), 'late')).metadata.resourceVersion).toBe(metadata.resourceVersion);
    await awaitSettled(scope());
    expect(await listWarnings(scope(), await getWebServer(scope(), 'late'))).toEqual(['NodePortTaken ×1']);
  });

  it('BUG-WS-3 becomes Ready once the port is free', async () => {
    await scope().client.resource(WebServer).delete(toKey(scope(), 'early'), { propagation: 'Background' });
    const server = await awaitWebServerReady(scope().client, late());
    expect(server.status?.nodePort).toBe(first);
    expect(findCurrentCondition(server, 'Stalled')).toBeUndefined();
  });

  it('becomes Ready at once when its spec asks for another port', async () => {
    await createReady(scope(), 'other', { replicas: 0, nodePort: second });
    await change({ nodePort: second });
    await awaitPortTaken();
    await change({ nodePort: third });
    const server = await untilWithoutResync('the WebServer is Ready', async () => {
      const now = await getWebServer(scope(), 'late');
      return findCurrentCondition(now, 'Ready')?.status === 'True' && now;
    });
    expect(server.status?.nodePort).toBe(third);
  });

  it('has one Warning event, whose count grows when the same port is taken again', async () => {
    const server = await getWebServer(scope(), 'late');
    await awaitSettled(scope());
    expect(await listWarnings(scope(), server)).toEqual(['NodePortTaken ×1', 'NodePortTaken ×1']);
    await change({ nodePort: second });
    await awaitPortTaken();
    await awaitSettled(scope());
    expect(await listWarnings(scope(), server)).toEqual(['NodePortTaken ×1', 'NodePortTaken ×2']);
  });

  it('retains its present port until it can have the other one', async () => {
    expect((await findService(scope(), 'late'))?.spec.ports?.[0]?.nodePort).toBe(third);
    expect((await getWebServer(scope(), 'late')).status?.nodePort).toBe(third);
  });
});

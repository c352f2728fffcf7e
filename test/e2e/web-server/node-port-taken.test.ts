import { beforeAll, describe, expect, it } from 'vitest';

import { WebServer } from '../../../operator/src/kubewright.ts';
import { applyManifests } from '../../support/manifests.ts';
import { keyIn } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { conditionOf, ready, type StoredWebServer, withCondition } from '../../support/web-server.ts';
import { atOnce } from '../support/at-once.ts';
import { mark, refusedIn, requestsOf } from '../support/requests.ts';
import { settled } from '../support/settled.ts';
import { warningsAbout } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';
import { nodePorts } from './node-ports.ts';
import { deploymentOf, createReady, onlyWebServer, serviceOf, simulatedServer, stored } from './servers.ts';

const { first, second, third } = nodePorts.taken;
describe('BUG-WS-1 a WebServer whose node port is taken', () => {
  const scope = useScope(onlyWebServer);
  const late = (): { namespace: string; name: string } => ({ namespace: scope().namespace, name: 'late' });
  const portTaken = (): Promise<StoredWebServer> =>
    withCondition(scope().client, late(), { type: 'Ready', status: 'False', reason: 'NodePortTaken' });
  const change = (spec: object): Promise<unknown> => scope().client.resource(WebServer).mergePatch(late(), { spec });

  beforeAll(async () => {
    await createReady(scope(), 'early', { replicas: 0, nodePort: first });
    await applyManifests(scope().client, [
      simulatedServer(scope().namespace, 'late', { replicas: 2, nodePort: first }),
    ]);
    await portTaken();
  });

  it('is not Ready with the message of the API server and the holder of the port, and is not Stalled', async () => {
    const server = await portTaken();
    expect(conditionOf(server, 'Ready')?.message).toBe(
      'spec.nodePort: Invalid value: 30030: provided port is already allocated; Service early-service of WebServer early has it.',
    );
    expect(conditionOf(server, 'Reconciling')?.status).toBe('True');
    expect(conditionOf(server, 'Stalled')).toBeUndefined();
    expect(await serviceOf(scope(), 'late')).toBeUndefined();
  });

  it('BUG-WS-3 has a Deployment that still follows the spec, and is Available', async () => {
    await change({ replicas: 3 });
    await until('the cluster has 3 ready Pods', async () => {
      const { metadata, status } = (await deploymentOf(scope(), 'late'))!;
      return status?.observedGeneration === metadata.generation && status?.availableReplicas === 3;
    });
    const server = await atOnce('3 of 3 Pods are ready', async () => {
      const now = await stored(scope(), 'late');
      return now.status?.readyReplicas === 3 && conditionOf(now, 'Available')?.status === 'True' && now;
    });
    expect(server.status?.replicas).toBe(3);
    expect(conditionOf(server, 'Ready')?.reason).toBe('NodePortTaken');
    expect((await deploymentOf(scope(), 'late'))?.spec.replicas).toBe(3);
  });

  it('causes no writes while the operator retries', async () => {
    const since = await mark(scope());
    const { metadata } = await stored(scope(), 'late');
    const triedAgain = async (): Promise<boolean> =>
      refusedIn(await requestsOf(scope(), since)).includes('patch services/late-service 422');
    await until('the operator has tried again', triedAgain);
    expect((await stored(scope(), 'late')).metadata.resourceVersion).toBe(metadata.resourceVersion);
    await settled(scope());
    expect(await warningsAbout(scope(), await stored(scope(), 'late'))).toEqual(['NodePortTaken ×1']);
  });

  it('BUG-WS-3 becomes Ready by itself when the port is free', async () => {
    await scope().client.resource(WebServer).delete(keyIn(scope(), 'early'), { propagation: 'Background' });
    const server = await ready(scope().client, late());
    expect(server.status?.nodePort).toBe(first);
    expect(conditionOf(server, 'Stalled')).toBeUndefined();
  });

  it('becomes Ready at once when its spec asks for another port', async () => {
    await createReady(scope(), 'other', { replicas: 0, nodePort: second });
    await change({ nodePort: second });
    await portTaken();
    await change({ nodePort: third });
    const server = await atOnce('the WebServer is Ready', async () => {
      const now = await stored(scope(), 'late');
      return conditionOf(now, 'Ready')?.status === 'True' && now;
    });
    expect(server.status?.nodePort).toBe(third);
  });

  it('has one Warning event, whose count grows when the same port is taken again', async () => {
    const server = await stored(scope(), 'late');
    await settled(scope());
    expect(await warningsAbout(scope(), server)).toEqual(['NodePortTaken ×1', 'NodePortTaken ×1']);
    await change({ nodePort: second });
    await portTaken();
    await settled(scope());
    expect(await warningsAbout(scope(), server)).toEqual(['NodePortTaken ×1', 'NodePortTaken ×2']);
  });

  it('keeps its present port until it can have the other one', async () => {
    expect((await serviceOf(scope(), 'late'))?.spec.ports?.[0]?.nodePort).toBe(third);
    expect((await stored(scope(), 'late')).status?.nodePort).toBe(third);
  });
});

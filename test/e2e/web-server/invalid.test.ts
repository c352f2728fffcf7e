import { describe, expect, it } from 'vitest';

import { WebServer } from '../../../operator/src/kubewright.ts';
import { applyManifests } from '../../support/manifests.ts';
import { findCurrentCondition, awaitWebServerReady, awaitWebServerCondition } from '../../support/web-server.ts';
import { untilWithoutResync } from '../support/until-without-resync.ts';
import { testPatchesOfOthers, testDeletion } from '../support/stored-before-tests.ts';
import { useScope } from '../support/use-scope.ts';
import { nodePorts } from './node-ports.ts';
import { onlyWebServer, buildSimulatedServer } from './servers.ts';
import { long, webServersBefore } from './stored-before.ts';

const { namespace } = webServersBefore;
const key = (name: string): { namespace: string; name: string } => ({ namespace, name });
const invalid = { type: 'Ready', status: 'False', reason: 'Invalid' };

describe('an invalid WebServer', () => {
  const scope = useScope({ ...onlyWebServer, namespace });

  describe('that was stored before its CRD had validation rules', () => {
    const stored = { before: webServersBefore, client: () => scope().client };

    testPatchesOfOthers({ ...stored, names: ['bare', long] });

    it.each([
      ['without a spec', 'bare', /spec is required: add it/],
      ['with a name that is too long', long, /a{60}-service.*must be no more than 63/],
    ])(
      'BUG-WS-11 is Invalid and Stalled, and its message explains the correction: a WebServer %s',
      async (_what, name, words) => {
        const server = await awaitWebServerCondition(scope().client, key(name), invalid);
        expect(findCurrentCondition(server, 'Ready')?.message).toMatch(words);
        expect(findCurrentCondition(server, 'Stalled')?.status).toBe('True');
        expect(findCurrentCondition(server, 'Reconciling')).toBeUndefined();
      },
    );

    it('becomes Ready once its spec is added, which is then required', async () => {
      const servers = scope().client.resource(WebServer);
      await servers.mergePatch(key('bare'), { spec: { image: 'example.com/web:1' } });
      const { status } = await awaitWebServerReady(scope().client, key('bare'));
      expect(status?.readyReplicas).toBe(1);
      for (const name of ['bare', long]) {
        await expect(servers.mergePatch(key(name), { spec: null })).rejects.toThrow('spec is required');
      }
    });

    testDeletion({ ...stored, names: ['bare', long, 'leaving'] });
  });

  it('reports the range if its node port is outside of it, and is Ready at once with another port', async () => {
    const { client } = scope();
    const servers = client.resource(WebServer);
    await applyManifests(client, [buildSimulatedServer(namespace, 'outside', { replicas: 0, nodePort: 32_767 })]);
    const server = await awaitWebServerCondition(client, key('outside'), invalid);
    expect(findCurrentCondition(server, 'Ready')?.message).toContain('The range of valid ports is 30000-32766');
    expect(findCurrentCondition(server, 'Stalled')?.status).toBe('True');
    await servers.mergePatch(key('outside'), { spec: { nodePort: nodePorts.inRange } });
    const healed = await untilWithoutResync('the WebServer is Ready', async () => {
      const now = await servers.get(key('outside'));
      return findCurrentCondition(now, 'Ready')?.status === 'True' && now;
    });
    expect(healed.status?.nodePort).toBe(nodePorts.inRange);
  });
});

import { describe, expect, it } from 'vitest';

import { WebServer } from '../../../operator/src/kubewright.ts';
import { applyManifests } from '../../support/manifests.ts';
import { conditionOf, ready, withCondition } from '../../support/web-server.ts';
import { atOnce } from '../support/at-once.ts';
import { acceptPatchesOfOthers, areDeletedOnceReleased } from '../support/stored-before-tests.ts';
import { useScope } from '../support/use-scope.ts';
import { nodePorts } from './node-ports.ts';
import { onlyWebServer, simulatedServer } from './servers.ts';
import { long, webServersBefore } from './stored-before.ts';

const { namespace } = webServersBefore;
const key = (name: string): { namespace: string; name: string } => ({ namespace, name });
const invalid = { type: 'Ready', status: 'False', reason: 'Invalid' };

describe('an invalid WebServer', () => {
  const scope = useScope({ ...onlyWebServer, namespace });

  describe('that was stored before its CRD had validation rules', () => {
    const stored = { before: webServersBefore, client: () => scope().client };

    acceptPatchesOfOthers({ ...stored, names: ['bare', long] });

    it.each([
      ['without a spec', 'bare', /spec is required: add it/],
      ['with a name that is too long', long, /a{60}-service.*must be no more than 63/],
    ])(
      'BUG-WS-11 is Invalid and Stalled, and its message says what to do: a WebServer %s',
      async (_what, name, words) => {
        const server = await withCondition(scope().client, key(name), invalid);
        expect(conditionOf(server, 'Ready')?.message).toMatch(words);
        expect(conditionOf(server, 'Stalled')?.status).toBe('True');
        expect(conditionOf(server, 'Reconciling')).toBeUndefined();
      },
    );

    it('becomes Ready once its spec is added, which can then not be removed', async () => {
      const servers = scope().client.resource(WebServer);
      await servers.mergePatch(key('bare'), { spec: { image: 'example.com/web:1' } });
      const { status } = await ready(scope().client, key('bare'));
      expect(status?.readyReplicas).toBe(1);
      for (const name of ['bare', long]) {
        await expect(servers.mergePatch(key(name), { spec: null })).rejects.toThrow('spec is required');
      }
    });

    areDeletedOnceReleased({ ...stored, names: ['bare', long, 'leaving'] });
  });

  it('with a node port outside of the range of the cluster reports the range, and is Ready at once with another port', async () => {
    const { client } = scope();
    const servers = client.resource(WebServer);
    await applyManifests(client, [simulatedServer(namespace, 'outside', { replicas: 0, nodePort: 32_767 })]);
    const server = await withCondition(client, key('outside'), invalid);
    expect(conditionOf(server, 'Ready')?.message).toContain('The range of valid ports is 30000-32766');
    expect(conditionOf(server, 'Stalled')?.status).toBe('True');
    await servers.mergePatch(key('outside'), { spec: { nodePort: nodePorts.inRange } });
    const healed = await atOnce('the WebServer is Ready', async () => {
      const now = await servers.get(key('outside'));
      return conditionOf(now, 'Ready')?.status === 'True' && now;
    });
    expect(healed.status?.nodePort).toBe(nodePorts.inRange);
  });
});

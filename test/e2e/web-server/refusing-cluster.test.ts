import { describe, expect, it } from 'vitest';

import { Service } from '../../../operator/runtime/src/kinds/index.ts';
import { applyManifests } from '../../support/manifests.ts';
import { keyIn } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { conditionOf, ready, withCondition } from '../../support/web-server.ts';
import { createObstacle, obstaclesTo } from '../support/obstacles.ts';
import { mark, refusedIn, requestsOf } from '../support/requests.ts';
import { settled } from '../support/settled.ts';
import { differentWarningsAbout } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';
import { onlyWebServer, serviceOf, simulatedServer, stored } from './servers.ts';

const obstacles = obstaclesTo({ kind: Service, body: { spec: { ports: [{ port: 1 }] } } });

describe('a WebServer whose Service the cluster refuses', () => {
  const scope = useScope(onlyWebServer);

  it.each(obstacles)(
    'is reported once as $reason with the message of the cluster, and becomes Ready by itself: $what',
    { timeout: 150_000 },
    async (obstacle) => {
      const { client, namespace } = scope();
      const name = `hindered-${obstacles.indexOf(obstacle)}`;
      const { reason, words } = obstacle;
      {
        await using _created = await createObstacle(scope(), obstacle);
        await applyManifests(client, [simulatedServer(namespace, name)]);
        const server = await withCondition(client, keyIn(scope(), name), { type: 'Ready', status: 'False', reason });
        expect(conditionOf(server, 'Ready')?.message).toMatch(words);
        expect(conditionOf(server, 'Stalled')).toBeUndefined();
        expect(await serviceOf(scope(), name)).toBeUndefined();

        const { metadata } = await until('the WebServer is Available', async () => {
          const now = await stored(scope(), name);
          return conditionOf(now, 'Available')?.status === 'True' && now;
        });
        const since = await mark(scope());
        const triedAgain = async (): Promise<boolean> =>
          refusedIn(await requestsOf(scope(), since)).some((write) =>
            write.startsWith(`patch services/${name}-service`),
          );
        await until('the operator has tried again', triedAgain);
        expect((await stored(scope(), name)).metadata.resourceVersion).toBe(metadata.resourceVersion);
        expect(await differentWarningsAbout(scope(), server)).toEqual([`${reason} ×1`]);
      }
      const healed = await ready(client, keyIn(scope(), name));
      expect(healed.status?.readyReplicas).toBe(1);
      await settled(scope());
      expect(await differentWarningsAbout(scope(), healed)).toEqual([`${reason} ×1`]);
    },
  );
});

import { expect, it } from 'vitest';

import type { Kind } from '../../../operator/runtime/src/base/index.ts';
import { conditionOf, type WithConditions, withCondition } from '../../support/conditions.ts';
import { applyManifests } from '../../support/manifests.ts';
import { keyIn, type Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { differentWarningsAbout } from '../support/events-about.ts';
import { createObstacle, obstaclesTo } from '../support/obstacles.ts';
import { mark, refusedIn, requestsOf } from '../support/requests.ts';
import { settled } from '../support/settled.ts';
import { childName, type OwnedChild, works } from './owned-child.ts';

/** A quota, and if asked for also a policy or a webhook, prevents that a child is created. */
export function testObstacles(scope: () => Scope, kind: OwnedChild, which: 'quota' | 'all' = 'quota'): void {
  const { api, child, foreignSpec } = kind;
  const obstacles = obstaclesTo({ kind: child, body: { spec: foreignSpec } }).slice(0, which === 'all' ? 3 : 1);

  it.each(obstacles.map((obstacle, index) => ({ ...obstacle, obstacle, index })))(
    'is reported once as $reason with the message of the cluster, and is created once allowed: $what',
    { timeout: 150_000 },
    async ({ obstacle, index, reason, words }) => {
      const name = `hindered-${child.plural}-${String(index)}`;
      const owners = scope().client.resource(api as Kind<WithConditions>);
      const childNow = () =>
        scope()
          .client.resource(child)
          .tryGet(keyIn(scope(), childName(kind, name)));
      {
        await using _created = await createObstacle(scope(), obstacle);
        await applyManifests(scope().client, [kind.manifest(scope(), name)]);
        const hindered = await withCondition(owners, keyIn(scope(), name), { type: 'Ready', status: 'False', reason });
        expect(conditionOf(hindered, 'Ready')?.message).toMatch(words);
        expect(conditionOf(hindered, 'Stalled')).toBeUndefined();
        expect(await childNow()).toBeUndefined();
        const since = await mark(scope());
        await until('the operator has tried again twice', async () => {
          const rejected = refusedIn(await requestsOf(scope(), since));
          return rejected.filter((write) => write.startsWith(`patch ${child.plural}/`)).length > 1;
        });
      }
      const healed = await works(scope(), kind, name);
      await settled(scope());
      expect(await childNow()).toBeDefined();
      expect(await differentWarningsAbout(scope(), healed)).toEqual([`${reason} ×1`]);
    },
  );
}

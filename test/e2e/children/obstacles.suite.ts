import { expect, it } from 'vitest';

import type { Kind } from '../../../operator/runtime/src/base/index.ts';
import { findCurrentCondition, type WithConditions, awaitCondition } from '../../support/conditions.ts';
import { applyManifests } from '../../support/manifests.ts';
import { toKey, type Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { listDistinctWarnings } from '../support/events-about.ts';
import { createObstacle, listObstacles } from '../support/obstacles.ts';
import { createMark, listRejectedWrites, listRequests } from '../support/requests.ts';
import { awaitSettled } from '../support/await-settled.ts';
import { childName, type OwnedChild, works } from './owned-child.ts';

/** Prevents the creation of a child by a quota, and with `all` also by a policy and a webhook. */
export function testObstacles(scope: () => Scope, kind: OwnedChild, which: 'quota' | 'all' = 'quota'): void {
  const { api, child, foreignSpec } = kind;
  const obstacles = listObstacles({ kind: child, body: { spec: foreignSpec } }).slice(0, which === 'all' ? 3 : 1);

  it.each(obstacles.map((obstacle, index) => ({ ...obstacle, obstacle, index })))(
    'is reported once as $reason with the message of the cluster, and is created once allowed: $what',
    { timeout: 150_000 },
    async ({ obstacle, index, reason, words }) => {
      const name = `hindered-${child.plural}-${String(index)}`;
      const owners = scope().client.resource(api as Kind<WithConditions>);
      const childNow = () =>
        scope()
          .client.resource(child)
          .tryGet(toKey(scope(), childName(kind, name)));
      {
        await using _created = await createObstacle(scope(), obstacle);
        await applyManifests(scope().client, [kind.manifest(scope(), name)]);
        const hindered = await awaitCondition(owners, toKey(scope(), name), { type: 'Ready', status: 'False', reason });
        expect(findCurrentCondition(hindered, 'Ready')?.message).toMatch(words);
        expect(findCurrentCondition(hindered, 'Stalled')).toBeUndefined();
        expect(await childNow()).toBeUndefined();
        const since = await createMark(scope());
        await until('the operator has retried twice', async () => {
          const rejected = listRejectedWrites(await listRequests(scope(), since));
          return rejected.filter((write) => write.startsWith(`patch ${child.plural}/`)).length > 1;
        });
      }
      const healed = await works(scope(), kind, name);
      await awaitSettled(scope());
      expect(await childNow()).toBeDefined();
      expect(await listDistinctWarnings(scope(), healed)).toEqual([`${reason} ×1`]);
    },
  );
}

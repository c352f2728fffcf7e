import { describe, expect, it } from 'vitest';

import type { Kind } from '../../../operator/runtime/src/base/index.ts';
import { conditionOf, withCondition, type WithConditions } from '../../support/conditions.ts';
import { keyIn } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { createObstacle, obstaclesTo } from '../support/obstacles.ts';
import { mark, refusedIn, requestsOf } from '../support/requests.ts';
import { settled } from '../support/settled.ts';
import { differentWarningsAbout } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';
import { bothKinds, works } from './both-kinds.ts';
import { apply, simulated } from './echos.ts';

const cases = bothKinds.flatMap((kind) =>
  obstaclesTo({ kind: kind.child, body: { spec: kind.foreignSpec } }).map((obstacle, index) => ({
    ...obstacle,
    obstacle,
    kind,
    of: kind.api.kind,
    name: `hindered-${String(index)}`,
  })),
);

describe('a child that the cluster refuses', () => {
  const scope = useScope(simulated);

  it.each(cases)(
    'is reported once as $reason with the message of the cluster, and is created once allowed: child of $of, $what',
    async ({ obstacle, kind, name, reason, words }) => {
      const resources = scope().client.resource(kind.api as Kind<WithConditions>);
      const child = () => scope().client.resource(kind.child).tryGet(keyIn(scope(), name));
      {
        await using _created = await createObstacle(scope(), obstacle);
        await apply(scope(), kind.manifest(scope(), name));
        const refused = await withCondition(resources, keyIn(scope(), name), {
          type: 'Ready',
          status: 'False',
          reason,
        });
        expect(conditionOf(refused, 'Ready')?.message).toMatch(words);
        expect(conditionOf(refused, 'Stalled')).toBeUndefined();
        expect(await child()).toBeUndefined();
        const since = await mark(scope());
        await until('the operator has tried again twice', async () => {
          const refusals = refusedIn(await requestsOf(scope(), since));
          return refusals.filter((write) => write.startsWith(`patch ${kind.child.plural}/${name}`)).length > 1;
        });
        const now = await resources.get(keyIn(scope(), name));
        expect(now.metadata.resourceVersion).toBe(refused.metadata.resourceVersion);
      }
      const healed = await works(scope(), kind, name);
      await settled(scope());
      expect(await child()).toBeDefined();
      expect(await differentWarningsAbout(scope(), healed)).toEqual([`${reason} ×1`]);
    },
  );
});

import { expect, it } from 'vitest';

import { refusal } from '../../../../fixtures/api-server.ts';
import { scriptRun } from '../../../../fixtures/scripted-run.ts';
import { defineApi, t } from '../../../api/index.ts';
import { ConfigMap } from '../../../kinds/index.ts';
import { awaitChange } from '../../declare/action.ts';
import { defineController } from '../../declare/define-controller.ts';
import { owns } from '../../declare/dependencies.ts';
import { type Outcome, reconcileObject } from '../reconcile-object.ts';

const Cafe = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}), status: t.object({}) });

it('a run ends only when all its calls have ended, even if one of them has failed: the next run may want something else', async () => {
  const scripted = scriptRun({
    ownerKind: Cafe,
    owner: { spec: {} },
    ownerKey: { namespace: 'default', name: 'home' },
  });
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  scripted.server.intercept = async ({ method, path }) => {
    if (method === 'PATCH' && path.endsWith('/second')) await released;
    return method === 'PATCH' && path.endsWith('/first') ? refusal(422, 'first: No') : undefined;
  };
  const controller = defineController(Cafe, {
    owns: { maps: owns(ConfigMap) },
    async reconcile(_, { maps }) {
      const names = ['first', 'second'];
      await Promise.all(names.map((name) => maps.apply({ metadata: { name } })));
      return awaitChange;
    },
  });
  let outcome: Outcome | undefined;
  const run = reconcileObject(controller, scripted.run()).then((each) => (outcome = each));
  await scripted.clock.settle();
  const writes = scripted.requests().filter((each) => each.startsWith('PATCH'));
  expect(writes).toHaveLength(2);
  expect(writes.every((each) => each.includes('/configmaps/'))).toBe(true);
  expect(outcome).toBeUndefined();
  release(undefined);
  await run;
  expect(outcome).toMatchObject({ result: 'refused', refusal: { message: 'ConfigMap default/first: first: No' } });
});

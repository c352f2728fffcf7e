import { expect, it } from 'vitest';

import { scriptRun } from '../../../../fixtures/scripted-run.ts';
import { defineApi, t } from '../../../api/index.ts';
import { awaitChange } from '../../declare/action.ts';
import { defineController } from '../../declare/define-controller.ts';
import { reconcileObject } from '../reconcile-object.ts';

const Cafe = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}) });

const cafe = defineController(Cafe, {
  finalizer: { name: 'example.com/tables', cleanUp: () => Promise.resolve() },
  reconcile: () => Promise.resolve(awaitChange),
});

it('the deletion of an object before it gets its finalizer is no failure', async () => {
  const key = { namespace: 'default', name: 'home' };
  const scripted = scriptRun({ ownerKind: Cafe, owner: { spec: {} }, ownerKey: key });
  scripted.server.delete('/apis/example.com/v1/namespaces/default/cafes/home');
  expect(await reconcileObject(cafe, scripted.run())).toEqual({ result: 'deleted' });
});

import { describe, expect, it } from 'vitest';

import { buildRejection } from '../../../../fixtures/api-server.ts';
import { Cafe, key, path, scriptCafe } from '../../../../fixtures/home-cafe.ts';
import { type ScriptedRun, createScriptedRun } from '../../../../fixtures/scripted-run.ts';
import { defineApi, t } from '../../../api/index.ts';
import { ApiError, type ApiResponse } from '../../../client/index.ts';
import { ConfigMap } from '../../../kinds/index.ts';
import { awaitChange, requeueAfter } from '../../declare/action.ts';
import { defineController } from '../../declare/define-controller.ts';
import { owns } from '../../declare/dependencies.ts';
import { reconcileObject } from '../reconcile-object.ts';

const api = { group: 'example.com', version: 'v1', spec: t.object({}), status: t.object({}) };
const Chain = defineApi({ ...api, kind: 'Chain', scope: 'Cluster' });

const message = 'configmaps "home" is forbidden: unable to create new content in namespace default';
const causes = [{ reason: 'NamespaceTerminating', message: 'namespace default is being terminated' }];
const terminating = buildRejection(403, message, { causes });

/** Makes the API server reject the creation of a ConfigMap. */
function rejectMaps(scripted: ScriptedRun, answer: ApiResponse): ScriptedRun {
  scripted.server.intercept = ({ method, path: asked }) =>
    method === 'PATCH' && asked.includes('/configmaps/') ? answer : undefined;
  return scripted;
}

const createCafeWhere = (answer: ApiResponse): ScriptedRun => rejectMaps(scriptCafe(), answer);

const cafe = defineController(Cafe, {
  owns: { maps: owns(ConfigMap) },
  finalizer: {
    name: 'example.com/tables',
    cleanUp: () => Promise.reject(new ApiError('book', { ...terminating, object: key })),
  },
  async reconcile(_, { maps }) {
    await maps.apply({ metadata: { name: 'home' } });
    return awaitChange;
  },
});

const statusWrites = ({ takeRequests }: ScriptedRun) => takeRequests().filter((request) => request.includes('/status'));

describe('a child that cannot be created because the namespace terminates', () => {
  it('is not reported, and is checked again later: then it is reported, if the object still exists', async () => {
    const gone = buildRejection(404, 'namespaces "default" not found');
    for (const answer of [terminating, gone]) {
      const scripted = createCafeWhere(answer);
      await scripted.clock.advance(20_000);
      expect(await reconcileObject(cafe, scripted.run())).toEqual({
        result: 'done',
        action: requeueAfter(30_000),
        changedMeanwhile: false,
      });
      expect(statusWrites(scripted)).toEqual([]);
      expect(scripted.events).toEqual([]);
      expect(scripted.logger.lines.filter(({ level }) => level !== 'debug')).toEqual([]);
      expect(scripted.logger.lines).toContainEqual({ level: 'debug', message: 'is deleted with its namespace' });
      // Events of the children start another reconcile before that.
      await scripted.clock.advance(29_000);
      expect(await reconcileObject(cafe, scripted.run())).toMatchObject({ result: 'done' });
      await scripted.clock.advance(1_000);
      expect((await reconcileObject(cafe, scripted.run())).result).toBe(answer === gone ? 'failed' : 'refused');
    }
  });

  it('is reported if the error does not name the object', async () => {
    const scripted = scriptCafe();
    const failing = defineController(Cafe, { reconcile: () => Promise.reject(new ApiError('book', terminating)) });
    expect(await reconcileObject(failing, scripted.run())).toMatchObject({ result: 'refused' });
  });

  it('is reported for a cluster-scoped owner', async () => {
    const scripted = rejectMaps(
      createScriptedRun({ ownerKind: Chain, owner: { spec: {} }, ownerKey: { name: 'home' } }),
      terminating,
    );
    const chain = defineController(Chain, {
      owns: { maps: owns(ConfigMap) },
      async reconcile(_, { maps }) {
        await maps.apply({ metadata: { name: 'home', namespace: 'default' } });
        return awaitChange;
      },
    });
    expect(await reconcileObject(chain, scripted.run())).toMatchObject({ result: 'refused' });
    expect(statusWrites(scripted)).toHaveLength(1);
  });

  it('is reported for a clean-up that needs it, for which the namespace waits', async () => {
    const scripted = createCafeWhere(terminating);
    const live = scripted.server.get(path)!;
    const deleted = { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['example.com/tables'] };
    scripted.server.put(path, { ...live, metadata: { ...live.metadata, ...deleted } });
    scripted.watchShows(Cafe, key);
    expect(await reconcileObject(cafe, scripted.run())).toMatchObject({ result: 'refused' });
  });
});

import assert from 'node:assert/strict';

import { ConfigMap, Service } from '@kubewright/runtime/kinds';
import type { DeleteOptions } from '@kubewright/runtime/internal/client';
import {
  call,
  buildConfigMap,
  configMaps,
  type ContractCase,
  type ContractServer,
  buildGadget,
  gadgets,
  toKey,
  buildPath,
  expectRejection,
  expectRejectedCall,
  awaitSoon,
} from './contract.ts';

const background: DeleteOptions = { propagation: 'Background' };

async function withOwner(server: ContractServer, more: object = {}): Promise<void> {
  const { metadata } = await configMaps(server).create(buildConfigMap(server, 'owner'));
  const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: metadata.uid, ...more };
  await configMaps(server).create(buildConfigMap(server, 'child', { metadata: { ownerReferences: [reference] } }));
}

const isGone = (server: ContractServer, name: string) => async (): Promise<boolean> =>
  (await configMaps(server).tryGet(toKey(server, name))) === undefined;

/** Contract cases of deletion, finalizers and the garbage collector. */
export const deleteCases: readonly ContractCase[] = [
  {
    title: 'a delete answers with the name and uid of what it deleted',
    async run(server) {
      const { metadata } = await configMaps(server).create(buildConfigMap(server, 'a'));
      const { body } = await call(server, { method: 'DELETE', path: buildPath(server, ConfigMap, 'a'), body: {} });
      const { status, details } = body as { status: string; details: object };
      assert.deepEqual([status, details], ['Success', { name: 'a', kind: 'configmaps', uid: metadata.uid }]);
      assert.equal(await configMaps(server).tryGet(toKey(server, 'a')), undefined);
    },
  },
  {
    title: 'a delete of a Service answers with the deleted object',
    async run(server) {
      const services = server.client.resource(Service);
      await services.create({ ...buildConfigMap(server, 'a', { spec: { ports: [{ port: 80 }] } }), kind: 'Service' });
      const { body } = await call(server, { method: 'DELETE', path: buildPath(server, Service, 'a'), body: {} });
      assert.equal((body as Service).kind, 'Service');
      assert.equal(await services.tryGet(toKey(server, 'a')), undefined);
    },
  },
  {
    title: 'a delete of an object that does not exist is 404',
    async run(server) {
      await expectRejection(configMaps(server).delete(toKey(server, 'none'), background), {
        status: 404,
        reason: 'NotFound',
      });
    },
  },
  {
    title: 'a delete with another uid is 409',
    async run(server) {
      await gadgets(server).create(buildGadget(server, 'a'));
      const message =
        /^Operation cannot be fulfilled on Gadget\.contract\.kubewright\.dev "a": the UID in the precondition \(x\)/;
      const asked = gadgets(server).delete(toKey(server, 'a'), { ...background, uid: 'x' });
      await expectRejection(asked, { status: 409, reason: 'Conflict', message });
    },
  },
  {
    title: 'a delete of an older version is 409',
    async run(server) {
      await configMaps(server).create(buildConfigMap(server, 'a'));
      const body = { preconditions: { resourceVersion: '1' } };
      const request = { method: 'DELETE', path: buildPath(server, ConfigMap, 'a'), body } as const;
      const message = /the ResourceVersion in the precondition \(1\) does not match the ResourceVersion in record/;
      await expectRejectedCall(server, request, { status: 409, message });
    },
  },
  {
    title: 'a delete with an invalid propagation policy is 422',
    async run(server) {
      await configMaps(server).create(buildConfigMap(server, 'a'));
      const body = { propagationPolicy: 'Foo' };
      const request = { method: 'DELETE', path: buildPath(server, ConfigMap, 'a'), body } as const;
      await expectRejectedCall(server, request, { status: 422, fields: ['propagationPolicy'] });
    },
  },
  {
    title: 'a dry run of a delete deletes nothing',
    async run(server) {
      await configMaps(server).create(buildConfigMap(server, 'a'));
      const path = buildPath(server, ConfigMap, 'a');
      await call(server, {
        method: 'DELETE',
        path,
        body: { dryRun: ['All'], kind: 'DeleteOptions', apiVersion: 'v1' },
      });
      assert.ok(await configMaps(server).tryGet(toKey(server, 'a')));
    },
  },
  {
    title: 'an object with finalizers stays until the last of them is removed',
    async run(server) {
      await gadgets(server).create(
        buildGadget(server, 'a', { metadata: { finalizers: ['example.com/a', 'example.com/b'] } }),
      );
      const left = await gadgets(server).delete(toKey(server, 'a'), background);
      assert.ok(left?.metadata.deletionTimestamp);
      assert.deepEqual([left.metadata.deletionGracePeriodSeconds, left.metadata.generation], [0, 2]);
      const again = await gadgets(server).delete(toKey(server, 'a'), background);
      assert.equal(again?.metadata.resourceVersion, left.metadata.resourceVersion);
      const patch = (finalizers: readonly string[]): Promise<unknown> =>
        gadgets(server).mergePatch(toKey(server, 'a'), { metadata: { finalizers } });
      await patch(['example.com/b']);
      assert.ok(await gadgets(server).tryGet(toKey(server, 'a')));
      await patch([]);
      assert.equal(await gadgets(server).tryGet(toKey(server, 'a')), undefined);
    },
  },
  {
    title: 'an object that is being deleted gets no new finalizers',
    async run(server) {
      await configMaps(server).create(buildConfigMap(server, 'a', { metadata: { finalizers: ['example.com/a'] } }));
      await configMaps(server).delete(toKey(server, 'a'), background);
      const finalizers = ['example.com/a', 'example.com/b'];
      const message =
        /no new finalizers can be added if the object is being deleted, found new finalizers \[\]string\{"example.com\/b"\}/;
      const asked = configMaps(server).mergePatch(toKey(server, 'a'), { metadata: { finalizers } });
      await expectRejection(asked, { status: 422, message });
      await configMaps(server).mergePatch(toKey(server, 'a'), { metadata: { finalizers: [] } });
    },
  },
  {
    title: 'the spec of an object that is being deleted can change',
    async run(server) {
      await gadgets(server).create(buildGadget(server, 'a', { metadata: { finalizers: ['example.com/a'] } }));
      await gadgets(server).delete(toKey(server, 'a'), background);
      const after = await gadgets(server).mergePatch(toKey(server, 'a'), { spec: { size: 3 } });
      assert.equal(after.metadata.generation, 3);
      await gadgets(server).mergePatch(toKey(server, 'a'), { metadata: { finalizers: [] } });
    },
  },
  {
    title: 'dependents are deleted after their owner in the background',
    async run(server) {
      await withOwner(server);
      assert.equal(await configMaps(server).delete(toKey(server, 'owner'), background), undefined);
      await awaitSoon(isGone(server, 'child'));
    },
  },
  {
    title: 'an owner that is deleted in the foreground waits for the dependents that block it',
    async run(server) {
      await withOwner(server, { blockOwnerDeletion: true });
      await configMaps(server).mergePatch(toKey(server, 'child'), { metadata: { finalizers: ['example.com/a'] } });
      const left = await configMaps(server).delete(toKey(server, 'owner'), { propagation: 'Foreground' });
      assert.deepEqual(left?.metadata.finalizers, ['foregroundDeletion']);
      await awaitSoon(async () => {
        const child = await configMaps(server).get(toKey(server, 'child'));
        return child.metadata.deletionTimestamp !== undefined;
      });
      assert.equal(await isGone(server, 'owner')(), false);
      await configMaps(server).mergePatch(toKey(server, 'child'), { metadata: { finalizers: [] } });
      await awaitSoon(isGone(server, 'owner'));
    },
  },
  {
    title: 'a dependent that blocks nothing and is created during a foreground deletion stays until its owner is gone',
    async run(server) {
      const finalizers = ['example.com/a'];
      await withOwner(server, { blockOwnerDeletion: true });
      await configMaps(server).mergePatch(toKey(server, 'child'), { metadata: { finalizers } });
      await configMaps(server).mergePatch(toKey(server, 'owner'), { metadata: { finalizers } });
      const { uid } = (await configMaps(server).get(toKey(server, 'owner'))).metadata;
      await configMaps(server).delete(toKey(server, 'owner'), { propagation: 'Foreground' });
      await awaitSoon(async () => {
        const child = await configMaps(server).get(toKey(server, 'child'));
        return child.metadata.deletionTimestamp !== undefined;
      });
      const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid, blockOwnerDeletion: false };
      await configMaps(server).create(buildConfigMap(server, 'late', { metadata: { ownerReferences: [reference] } }));
      await configMaps(server).mergePatch(toKey(server, 'child'), { metadata: { finalizers: [] } });
      await awaitSoon(async () => {
        const owner = await configMaps(server).get(toKey(server, 'owner'));
        return owner.metadata.finalizers?.length === 1;
      });
      assert.equal((await configMaps(server).get(toKey(server, 'late'))).metadata.deletionTimestamp, undefined);
      await configMaps(server).mergePatch(toKey(server, 'owner'), { metadata: { finalizers: [] } });
      await awaitSoon(isGone(server, 'late'));
    },
  },
  {
    title: 'an orphaned dependent stays without its owner reference',
    async run(server) {
      await withOwner(server);
      await configMaps(server).delete(toKey(server, 'owner'), { propagation: 'Orphan' });
      await awaitSoon(isGone(server, 'owner'));
      const { metadata } = await configMaps(server).get(toKey(server, 'child'));
      assert.deepEqual(metadata.ownerReferences ?? [], []);
    },
  },
  {
    title: 'an object whose owner never existed is deleted',
    async run(server) {
      const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: 'none' };
      await configMaps(server).create(buildConfigMap(server, 'child', { metadata: { ownerReferences: [reference] } }));
      await awaitSoon(isGone(server, 'child'));
    },
  },
  {
    title: 'an object with two owners stays as long as one of them does',
    async run(server) {
      await withOwner(server);
      const { metadata } = await configMaps(server).create(buildConfigMap(server, 'other'));
      const { ownerReferences: before = [] } = (await configMaps(server).get(toKey(server, 'child'))).metadata;
      const second = { apiVersion: 'v1', kind: 'ConfigMap', name: 'other', uid: metadata.uid };
      const ownerReferences = [...before, second];
      await configMaps(server).mergePatch(toKey(server, 'child'), { metadata: { ownerReferences } });
      await configMaps(server).delete(toKey(server, 'owner'), background);
      await awaitSoon(async () => {
        const child = await configMaps(server).get(toKey(server, 'child'));
        return child.metadata.ownerReferences?.length === 1;
      });
    },
  },
];

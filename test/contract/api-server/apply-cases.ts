import assert from 'node:assert/strict';

import { ConfigMap } from '@kubewright/runtime/kinds';
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
} from './contract.ts';

const conflict = { status: 409, reason: 'Conflict' };

type Applies = { readonly fieldManager: string; readonly force?: boolean };

const alice: Applies = { fieldManager: 'alice' };
const bob: Applies = { fieldManager: 'bob' };

const data = { x: '1' };

const applyData = (server: ContractServer, data: object, how: Applies) =>
  configMaps(server).apply(buildConfigMap(server, 'a', { data }), how);

const applySpec = (server: ContractServer, spec: object, how: Applies) =>
  gadgets(server).apply(buildGadget(server, 'a', { spec }), how);

const applyRequest = (server: ContractServer, body: { metadata: { name: string } }, query: object = alice) => ({
  method: 'PATCH' as const,
  path: buildPath(server, ConfigMap, body.metadata.name),
  contentType: 'application/apply-patch+yaml',
  body,
  query: { ...query },
});

/** Contract cases of server-side apply (KEP-555). */
export const applyCases: readonly ContractCase[] = [
  {
    title: 'an apply creates an object that does not exist, and owns exactly what it names',
    async run(server) {
      const sent = buildConfigMap(server, 'a', { data: { x: '1' }, metadata: { labels: { a: 'b' } } });
      const { object, created } = await configMaps(server).apply(sent, alice);
      assert.ok(created);
      const [entry, ...others] = object.metadata.managedFields ?? [];
      assert.deepEqual([entry?.manager, entry?.operation, entry?.apiVersion, others], ['alice', 'Apply', 'v1', []]);
      assert.deepEqual(entry?.fieldsV1, { 'f:data': { 'f:x': {} }, 'f:metadata': { 'f:labels': { 'f:a': {} } } });
    },
  },
  {
    title: 'an apply without force conflicts with another manager’s field and names it',
    async run(server) {
      await applyData(server, { x: '1', y: '2' }, alice);
      const message = 'Apply failed with 1 conflict: conflict with "alice": .data.x';
      await expectRejection(applyData(server, { x: '9' }, bob), {
        ...conflict,
        message,
        fields: ['.data.x'],
      });
      const both = 'Apply failed with 2 conflicts: conflicts with "alice":\n- .data.x\n- .data.y';
      await expectRejection(applyData(server, { x: '9', y: '9' }, bob), { status: 409, message: both });
    },
  },
  {
    title: 'an apply conflicts with a field that somebody has written without applying',
    async run(server) {
      await configMaps(server).create(buildConfigMap(server, 'a', { data: { x: '1' } }));
      const message = 'Apply failed with 1 conflict: conflict with "kubewright" using v1: .data.x';
      await expectRejection(applyData(server, { x: '9' }, bob), { status: 409, message });
    },
  },
  {
    title: 'equal values of two managers belong to both',
    async run(server) {
      await applyData(server, { x: '1' }, alice);
      const { object } = await applyData(server, { x: '1' }, bob);
      // A manager that has only applied existing values comes first, because its entry has no time.
      const managers = object.metadata.managedFields?.map(({ manager, time }) => [manager, time !== undefined]);
      assert.deepEqual(managers, [
        ['bob', false],
        ['alice', true],
      ]);
      const { object: after } = await applyData(server, {}, alice);
      assert.deepEqual(after.data, { x: '1' });
    },
  },
  {
    title: 'force takes a field from its owner',
    async run(server) {
      await applyData(server, { x: '1', y: '2' }, alice);
      const { object } = await applyData(server, { x: '9' }, { ...bob, force: true });
      assert.deepEqual(object.data, { x: '9', y: '2' });
      const owned = object.metadata.managedFields?.map(({ manager, fieldsV1 }) => [manager, fieldsV1]);
      assert.deepEqual(owned, [
        ['alice', { 'f:data': { 'f:y': {} } }],
        ['bob', { 'f:data': { 'f:x': {} } }],
      ]);
    },
  },
  {
    title: 'a field that is no longer applied is removed, unless somebody else owns it',
    async run(server) {
      await applyData(server, { x: '1', y: '2', z: '3' }, alice);
      await applyData(server, { y: '2' }, bob);
      const { object } = await applyData(server, { z: '3' }, alice);
      assert.deepEqual(object.data, { y: '2', z: '3' });
    },
  },
  {
    title:
      'the last label and the last annotation are removed with their manager, also where somebody else created them',
    async run(server) {
      const withMeta = (text: string) => ({ metadata: { labels: { x: text }, annotations: { y: text } } });
      await gadgets(server).create(buildGadget(server, 'a', withMeta('1')));
      await gadgets(server).apply(buildGadget(server, 'a', withMeta('2')), { ...alice, force: true });
      const { object } = await gadgets(server).apply(buildGadget(server, 'a'), alice);
      assert.deepEqual([object.metadata.labels, object.metadata.annotations], [undefined, undefined]);
    },
  },
  {
    title: 'a field that somebody else has changed since is not removed by its former owner',
    async run(server) {
      await applyData(server, { x: '1' }, alice);
      await configMaps(server).mergePatch(toKey(server, 'a'), { data: { x: '2' } });
      const { object } = await applyData(server, {}, alice);
      assert.deepEqual(object.data, { x: '2' });
    },
  },
  {
    title: 'an apply without changes keeps the version',
    async run(server) {
      const first = await applyData(server, { x: '1' }, alice);
      const second = await applyData(server, { x: '1' }, alice);
      assert.equal(second.object.metadata.resourceVersion, first.object.metadata.resourceVersion);
      assert.equal(second.created, false);
    },
  },
  {
    title: 'an apply with a uid never creates an object',
    async run(server) {
      const sent = buildConfigMap(server, 'a', { metadata: { uid: 'earlier' } });
      const message =
        'Operation cannot be fulfilled on configmaps "a": uid mismatch: the provided object specified uid earlier, and no ' +
        'existing object was found';
      await expectRejection(configMaps(server).apply(sent, alice), { status: 409, reason: 'Conflict', message });
      await configMaps(server).create(buildConfigMap(server, 'a'));
      const fields = ['metadata.uid'];
      await expectRejection(configMaps(server).apply(sent, alice), { status: 422, fields });
    },
  },
  {
    title: 'an apply with version 1 creates an object that does not exist, and owns exactly what it names',
    async run(server) {
      const only = { metadata: { resourceVersion: '1' } };
      const { object, created } = await configMaps(server).apply(buildConfigMap(server, 'a', { ...only, data }), alice);
      assert.ok(created);
      assert.notEqual(object.metadata.resourceVersion, '1');
      const [entry, ...others] = object.metadata.managedFields ?? [];
      assert.deepEqual([entry?.operation, entry?.fieldsV1, others], ['Apply', { 'f:data': { 'f:x': {} } }, []]);
      const spec = { size: 1 };
      assert.ok((await gadgets(server).apply(buildGadget(server, 'a', { ...only, spec }), alice)).created);
    },
  },
  {
    title: 'an apply with version 1 is 409 if the object exists, and changes nothing, with force and without',
    async run(server) {
      const only = { metadata: { resourceVersion: '1', labels: { a: 'b' } } };
      const before = await configMaps(server).create(buildConfigMap(server, 'a', { data }));
      const gadgetBefore = await gadgets(server).create(buildGadget(server, 'a'));
      for (const force of [true, false]) {
        const how = { ...alice, force };
        await expectRejection(configMaps(server).apply(buildConfigMap(server, 'a', only), how), conflict);
        await expectRejection(gadgets(server).apply(buildGadget(server, 'a', only), how), conflict);
      }
      assert.deepEqual(await configMaps(server).get(toKey(server, 'a')), before);
      assert.deepEqual(await gadgets(server).get(toKey(server, 'a')), gadgetBefore);
    },
  },
  {
    title: 'an apply with an older version is 409',
    async run(server) {
      await applyData(server, { x: '1' }, alice);
      const sent = buildConfigMap(server, 'a', { metadata: { resourceVersion: '1' } });
      const message = /the object has been modified/;
      await expectRejection(configMaps(server).apply(sent, alice), { status: 409, message });
    },
  },
  {
    title: 'an apply needs a field manager, and no managedFields',
    async run(server) {
      const sent = buildConfigMap(server, 'a');
      await expectRejectedCall(server, applyRequest(server, sent, {}), { status: 422, fields: ['fieldManager'] });
      const managed = buildConfigMap(server, 'a', { metadata: { managedFields: [] } });
      const message = 'metadata.managedFields must be nil';
      await expectRejectedCall(server, applyRequest(server, managed), { status: 400, message });
    },
  },
  {
    title: 'a dry run of an apply stores nothing',
    async run(server) {
      await applyData(server, { x: '1' }, alice);
      const dry = applyRequest(server, buildConfigMap(server, 'a', { data: { x: '2' } }), { ...alice, dryRun: 'All' });
      const { body } = await call(server, dry);
      assert.deepEqual((body as ConfigMap).data, { x: '2' });
      assert.deepEqual((await configMaps(server).get(toKey(server, 'a'))).data, { x: '1' });
    },
  },
  {
    title: 'a field that the schema does not know is 500 in an apply, and so is a value of the wrong type',
    async run(server) {
      const what = 'failed to create typed patch object';
      const undeclared =
        /^failed to create typed patch object \(.*, Kind=Gadget\): \.spec\.foo: field not declared in schema$/;
      await expectRejection(applySpec(server, { foo: 1 }, alice), { status: 500, message: undeclared });
      await expectRejection(applySpec(server, { size: 'x' }, alice), { status: 500, message: new RegExp(what) });
      await expectRejection(applySpec(server, { inner: 5 }, alice), { status: 500, message: new RegExp(what) });
      await expectRejection(applySpec(server, { tags: 'x' }, alice), { status: 500, message: new RegExp(what) });
    },
  },
  {
    title: 'two items of one key are 500 in an apply, and so is an item without one',
    async run(server) {
      const twice = /: \.spec\.parts: duplicate entries for key \[id="p"\]$/;
      await expectRejection(applySpec(server, { parts: [{ id: 'p' }, { id: 'p' }] }, alice), {
        status: 500,
        message: twice,
      });
      const tags = /: \.spec\.tags: duplicate entries for key \[="x"\]$/;
      await expectRejection(applySpec(server, { tags: ['x', 'x'] }, alice), { status: 500, message: tags });
      const none = /omits all key fields \["id"\] \(and doesn't have default values for any key fields\)$/;
      await expectRejection(applySpec(server, { parts: [{ count: 1 }] }, alice), { status: 500, message: none });
    },
  },
  {
    title: 'two managers apply different items to a list by keys',
    async run(server) {
      await applySpec(server, { parts: [{ id: 'p' }, { id: 'q' }] }, alice);
      await applySpec(server, { parts: [{ id: 'r', count: 5 }] }, bob);
      const { object } = await applySpec(server, { parts: [{ id: 'q', count: 4 }] }, alice);
      const parts = object.spec.parts?.map(({ id, count }) => `${id}${String(count)}`).sort();
      assert.deepEqual(parts, ['q4', 'r5']);
    },
  },
  {
    title: 'two managers apply different values to a set',
    async run(server) {
      await applySpec(server, { tags: ['x', 'y'] }, alice);
      await applySpec(server, { tags: ['z'] }, bob);
      const { object } = await applySpec(server, { tags: ['y'] }, alice);
      assert.deepEqual([...(object.spec.tags ?? [])].sort(), ['y', 'z']);
    },
  },
  {
    title: 'an atomic list belongs to one manager as a whole',
    async run(server) {
      await applySpec(server, { steps: ['x'] }, alice);
      const fields = ['.spec.steps'];
      await expectRejection(applySpec(server, { steps: ['y'] }, bob), { status: 409, fields });
      const { object } = await applySpec(server, { steps: ['y'] }, { ...bob, force: true });
      assert.deepEqual(object.spec.steps, ['y']);
    },
  },
  {
    title: 'a default is removed with the object around it',
    async run(server) {
      await applySpec(server, { inner: { text: 'x' } }, alice);
      const { object: without } = await applySpec(server, { inner: {} }, alice);
      assert.deepEqual(without.spec.inner, { depth: 7 });
      const { object } = await applySpec(server, {}, alice);
      assert.equal(object.spec.inner, undefined);
    },
  },
  {
    title: 'a record’s keys belong to the managers that apply them',
    async run(server) {
      await applySpec(server, { notes: { x: '1' } }, alice);
      const { object } = await applySpec(server, { notes: { y: '2' } }, bob);
      assert.deepEqual(object.spec.notes, { x: '1', y: '2' });
      const { object: after } = await applySpec(server, {}, bob);
      assert.deepEqual(after.spec.notes, { x: '1' });
    },
  },
  {
    title: 'a removed list retains the items of other managers',
    async run(server) {
      await applySpec(server, { parts: [{ id: 'p' }] }, alice);
      await gadgets(server).jsonPatch(toKey(server, 'a'), [{ op: 'add', path: '/spec/parts/-', value: { id: 'q' } }]);
      const { object } = await applySpec(server, {}, alice);
      assert.deepEqual(
        object.spec.parts?.map(({ id }) => id),
        ['q'],
      );
    },
  },
];

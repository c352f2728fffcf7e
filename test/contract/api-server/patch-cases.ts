import assert from 'node:assert/strict';

import type { KubeObject } from '@kubewright/runtime/internal/base';
import { ConfigMap } from '@kubewright/runtime/kinds';
import {
  call,
  buildConfigMap,
  configMaps,
  type ContractCase,
  type ContractServer,
  Gadget,
  gadgets,
  buildGadget,
  toKey,
  buildPath,
  expectRejection,
  expectRejectedCall,
} from './contract.ts';

const rejected = 'the server rejected our request due to an error in our request';

async function createWithData(server: ContractServer, data: Readonly<Record<string, string>>): Promise<void> {
  await configMaps(server).create(buildConfigMap(server, 'a', { data }));
}

const listManagers = ({ metadata: { managedFields = [] } }: KubeObject): unknown =>
  managedFields.map(({ manager }) => manager);

export const patchCases: readonly ContractCase[] = [
  {
    title: 'keys that every object of JavaScript has are keys like any other',
    async run(server) {
      const key = toKey(server, 'a');
      const inherited = ['constructor', 'valueOf', '__proto__'];
      const notes = (value: unknown) => Object.fromEntries(inherited.map((name) => [name, value]));
      const sortNotes = (object: unknown): unknown => Object.entries((object as Gadget).spec.notes ?? {}).sort();
      const all = (value: string): unknown => Object.entries(notes(value)).sort();
      const undeclared = JSON.parse('{"constructor":1,"__proto__":{"a":1}}') as object;
      const made = await gadgets(server).create(
        buildGadget(server, 'a', { spec: { ...undeclared, notes: { x: '1' } } }),
      );
      assert.deepEqual(Object.keys(made.spec).sort(), ['name', 'notes', 'size']);
      const same = await gadgets(server).mergePatch(key, { spec: { notes: {} } });
      assert.equal(same.metadata.resourceVersion, made.metadata.resourceVersion);
      const patched = await gadgets(server).mergePatch(key, { spec: { notes: { x: null, ...notes('1') } } });
      assert.deepEqual(sortNotes(patched), all('1'));
      const replace = inherited.map((name) => ({ op: 'replace' as const, path: `/spec/notes/${name}`, value: '2' }));
      assert.deepEqual(sortNotes(await gadgets(server).jsonPatch(key, replace)), all('2'));
      const remove = inherited.map((name) => ({ op: 'remove' as const, path: `/spec/notes/${name}` }));
      assert.deepEqual(sortNotes(await gadgets(server).jsonPatch(key, remove)), []);
      const spec = { name: 'abc', notes: notes('3') };
      const { object } = await gadgets(server).apply(buildGadget(server, 'a', { spec }), {
        fieldManager: 'alice',
        force: true,
      });
      assert.deepEqual(sortNotes(object), all('3'));
      const selected = async (labelSelector: string): Promise<number> =>
        (await gadgets(server).list({ namespace: server.namespace, labelSelector })).items.length;
      assert.deepEqual([await selected('constructor'), await selected('!constructor')], [0, 1]);
      assert.deepEqual([await selected('constructor notin (a)'), await selected('valueOf in (a)')], [1, 0]);
    },
  },
  {
    title: 'a merge patch adds, replaces, and removes what is null',
    async run(server) {
      await createWithData(server, { x: '1', y: '2' });
      const { data } = await configMaps(server).mergePatch(toKey(server, 'a'), { data: { x: null, y: '3', z: '4' } });
      assert.deepEqual(data, { y: '3', z: '4' });
    },
  },
  {
    title: 'a merge patch replaces lists as a whole',
    async run(server) {
      await gadgets(server).create(buildGadget(server, 'a', { spec: { parts: [{ id: 'p' }, { id: 'q' }] } }));
      const { spec } = await gadgets(server).mergePatch(toKey(server, 'a'), { spec: { parts: [{ id: 'r' }] } });
      assert.deepEqual(spec.parts, [{ id: 'r', count: 3 }]);
    },
  },
  {
    title: 'a merge patch with an older version is 409, with another uid 422, with another name 400',
    async run(server) {
      await createWithData(server, {});
      const patch = (metadata: object): Promise<unknown> =>
        configMaps(server).mergePatch(toKey(server, 'a'), { metadata });
      await expectRejection(patch({ resourceVersion: '5' }), { status: 409, message: /the object has been modified/ });
      await expectRejection(patch({ uid: 'other' }), { status: 422, fields: ['metadata.uid'] });
      await expectRejection(patch({ name: 'b' }), { status: 400 });
      await expectRejection(patch({ namespace: 'b' }), { status: 400 });
    },
  },
  {
    title: 'a merge patch of an object that does not exist is 404',
    async run(server) {
      await expectRejection(configMaps(server).mergePatch(toKey(server, 'none'), {}), {
        status: 404,
        reason: 'NotFound',
      });
    },
  },
  {
    title: 'a merge patch does not change metadata that only the server sets',
    async run(server) {
      const { metadata } = await gadgets(server).create(buildGadget(server, 'a'));
      const foreign = { creationTimestamp: '2020-01-01T00:00:00Z', generation: 99 };
      const after = await gadgets(server).mergePatch(toKey(server, 'a'), { metadata: foreign });
      assert.equal(after.metadata.creationTimestamp, metadata.creationTimestamp);
      assert.equal(after.metadata.generation, 1);
      const deletion = { deletionTimestamp: '2020-01-01T00:00:00Z' };
      const fields = ['metadata.deletionTimestamp', 'metadata.deletionTimestamp'];
      await expectRejection(gadgets(server).mergePatch(toKey(server, 'a'), { metadata: deletion }), {
        status: 422,
        fields,
      });
    },
  },
  {
    title: 'a JSON patch takes its steps in order',
    async run(server) {
      await gadgets(server).create(buildGadget(server, 'a', { spec: { notes: { x: '1' } } }));
      const operations = [
        { op: 'test', path: '/spec/notes/x', value: '1' },
        { op: 'copy', from: '/spec/notes/x', path: '/spec/notes/y' },
        { op: 'move', from: '/spec/notes/x', path: '/spec/notes/a~1b' },
        { op: 'replace', path: '/spec/notes/y', value: '2' },
      ];
      const path = buildPath(server, Gadget, 'a');
      const contentType = 'application/json-patch+json';
      const { body } = await call(server, { method: 'PATCH', path, contentType, body: operations });
      assert.deepEqual((body as Gadget).spec.notes, { y: '2', 'a/b': '1' });
    },
  },
  {
    title: 'a JSON patch test that fails is 422, and so is one of a missing field for anything but null',
    async run(server) {
      await createWithData(server, { x: '1' });
      const test = (path: string, value: unknown): Promise<unknown> =>
        configMaps(server).jsonPatch(toKey(server, 'a'), [{ op: 'test', path, value }]);
      for (const path of ['/data/x', '/data/none', '/none/none']) {
        await expectRejection(test(path, '2'), { status: 422, reason: 'Invalid', message: rejected });
      }
      await expectRejection(test('/none/none', null), { status: 422, message: rejected });
      await test('/data/none', null);
    },
  },
  {
    title: 'a JSON patch cannot remove a missing field, but replaces it',
    async run(server) {
      await createWithData(server, { x: '1' });
      const key = toKey(server, 'a');
      const missing = configMaps(server).jsonPatch(key, [{ op: 'remove', path: '/data/none' }]);
      await expectRejection(missing, { status: 422, message: rejected });
      const deep = configMaps(server).jsonPatch(key, [{ op: 'add', path: '/none/none', value: '1' }]);
      await expectRejection(deep, { status: 422, message: rejected });
      const { data } = await configMaps(server).jsonPatch(key, [{ op: 'replace', path: '/data/none', value: '2' }]);
      assert.deepEqual(data, { x: '1', none: '2' });
    },
  },
  {
    title: 'a JSON patch adds to a list by index and at its end',
    async run(server) {
      await gadgets(server).create(buildGadget(server, 'a', { spec: { steps: ['b'] } }));
      const { spec } = await gadgets(server).jsonPatch(toKey(server, 'a'), [
        { op: 'add', path: '/spec/steps/0', value: 'a' },
        { op: 'add', path: '/spec/steps/-', value: 'c' },
        { op: 'remove', path: '/spec/steps/1' },
      ]);
      assert.deepEqual(spec.steps, ['a', 'c']);
    },
  },
  {
    title: 'a JSON patch removes an entry of managedFields: the fields stay, without an owner',
    async run(server) {
      const [key, maps] = [toKey(server, 'a'), configMaps(server)];
      await maps.apply(buildConfigMap(server, 'a', { data: { x: '1' } }), { fieldManager: 'alice' });
      const byBob = { fieldManager: 'bob' };
      const before = await maps.jsonPatch(key, [{ op: 'add', path: '/data/y', value: '2' }], byBob);
      assert.deepEqual(listManagers(before), ['alice', 'bob']);
      const after = await maps.jsonPatch(key, [{ op: 'remove', path: '/metadata/managedFields/1' }], byBob);
      assert.deepEqual([listManagers(after), after.data], [['alice'], { x: '1', y: '2' }]);
      assert.notEqual(after.metadata.resourceVersion, before.metadata.resourceVersion);
      await maps.apply(buildConfigMap(server, 'a', { data: { y: '3' } }), { fieldManager: 'carol' });
    },
  },
  {
    title: 'a write with an empty managedFields removes all entries',
    async run(server) {
      const maps = configMaps(server);
      const none = { metadata: { managedFields: [] } };
      const writes: Readonly<Record<string, (name: string) => Promise<KubeObject>>> = {
        update: (name) => maps.update(buildConfigMap(server, name, none)),
        merge: (name) => maps.mergePatch(toKey(server, name), none),
        json: (name) => maps.jsonPatch(toKey(server, name), [{ op: 'remove', path: '/metadata/managedFields/0' }]),
      };
      for (const [name, write] of Object.entries(writes)) {
        await maps.apply(buildConfigMap(server, name, { data: { x: '1' } }), { fieldManager: 'alice' });
        assert.deepEqual([name, listManagers(await write(name))], [name, []]);
      }
    },
  },
  {
    title: 'a patch of an unknown content type is 415',
    async run(server) {
      await createWithData(server, {});
      const request = { method: 'PATCH', path: buildPath(server, ConfigMap, 'a'), body: {} } as const;
      await expectRejectedCall(server, { ...request, contentType: 'application/foo' }, { status: 415 });
    },
  },
];

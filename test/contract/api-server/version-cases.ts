import assert from 'node:assert/strict';

import { formatApiVersion, type Kind, type KubeObject } from '@kubewright/runtime/internal/base';
import { type Resource, unchecked, type UncheckedForms } from '@kubewright/runtime/internal/client';
import { BarV1, BarV2 } from './bars.ts';
import { type ContractCase, type ContractServer, expectRejection, type SentObject, toKey, watch } from './contract.ts';

interface Bar extends KubeObject {
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status?: object;
}

const inVersion = ({ client }: ContractServer, api: typeof BarV1 | typeof BarV2): Resource<Bar, UncheckedForms> =>
  client.resource(unchecked<Bar>(api as Kind<Bar>));
const v1 = (server: ContractServer) => inVersion(server, BarV1);
const v2 = (server: ContractServer) => inVersion(server, BarV2);

const build = (api: typeof BarV1 | typeof BarV2, { namespace }: ContractServer, spec: object): SentObject => ({
  ...{ apiVersion: formatApiVersion(api), kind: 'Bar' },
  ...{ metadata: { name: 'a', namespace }, spec },
});
const create = (server: ContractServer, spec: object): Promise<Bar> => v1(server).create(build(BarV1, server, spec));
const get = (server: ContractServer, bars: (server: ContractServer) => Resource<Bar, UncheckedForms>): Promise<Bar> =>
  bars(server).get(toKey(server, 'a'));

export const versionCases: readonly ContractCase[] = [
  {
    title: 'an object that is created in one version is read in each, with one resource version',
    async run(server) {
      const made = await create(server, { hours: 2, waiter: 'Ada' });
      assert.deepEqual(made.spec, { hours: 2, waiter: 'Ada' });
      const read = await get(server, v2);
      assert.equal(read.apiVersion, formatApiVersion(BarV2));
      assert.deepEqual(read.spec, { minutes: 120, terrace: 0 });
      assert.equal(read.metadata.resourceVersion, made.metadata.resourceVersion);
      assert.deepEqual((await get(server, v1)).spec, made.spec);
    },
  },
  {
    title: 'the defaults are those of the version of the request',
    async run(server) {
      await v2(server).create(build(BarV2, server, { minutes: 90 }));
      assert.deepEqual((await get(server, v2)).spec, { minutes: 90, terrace: 2 });
      assert.deepEqual((await get(server, v1)).spec, { hours: 2 });
    },
  },
  {
    title: 'an object is validated by the schema of the version of the request',
    async run(server) {
      const sent = create(server, { hours: 31 });
      await expectRejection(sent, { status: 422, reason: 'Invalid', fields: ['spec.hours'] });
    },
  },
  {
    title: 'a list and a watch show the version of the request',
    async run(server) {
      const { metadata } = await create(server, { hours: 2 });
      const { namespace } = server;
      const { items } = await v2(server).list({ namespace });
      assert.deepEqual(
        items.map(({ spec }) => spec),
        [{ minutes: 120, terrace: 0 }],
      );
      await using watched = await watch(server, v2(server), { resourceVersion: metadata.resourceVersion });
      await v1(server).mergePatch(toKey(server, 'a'), { spec: { hours: 3 } });
      const event = await watched.event();
      assert.equal(event.type, 'MODIFIED');
      assert.deepEqual(event.object.spec, { minutes: 180, terrace: 0 });
    },
  },
  {
    title: 'a patch in one version preserves what only the other has, and is one change of the spec',
    async run(server) {
      const made = await create(server, { hours: 2, waiter: 'Ada' });
      const after = await v2(server).mergePatch(toKey(server, 'a'), { spec: { minutes: 300 } });
      assert.equal(after.metadata.generation, 2);
      assert.equal(after.metadata.uid, made.metadata.uid);
      assert.deepEqual((await get(server, v1)).spec, { hours: 5, waiter: 'Ada' });
    },
  },
  {
    title: 'an apply in one version changes an object of the other, as a manager of that version',
    async run(server) {
      await create(server, { hours: 2, waiter: 'Ada' });
      const applied = build(BarV2, server, { minutes: 240 });
      const after = await v2(server).apply(applied, { fieldManager: 'apply', force: true });
      assert.deepEqual(after.object.spec, { minutes: 240, terrace: 0 });
      const entry = after.object.metadata.managedFields?.find(({ manager }) => manager === 'apply');
      assert.equal(entry?.apiVersion, formatApiVersion(BarV2));
      assert.deepEqual((await get(server, v1)).spec, { hours: 4, waiter: 'Ada' });
    },
  },
  {
    title: 'a status that is written in one version is read in the other',
    async run(server) {
      await create(server, { hours: 2 });
      await v2(server).mergePatch(toKey(server, 'a'), { status: { guests: 3 } }, { subresource: 'status' });
      assert.deepEqual((await get(server, v1)).status, { guests: 3 });
    },
  },
  {
    title: 'an object that cannot be converted is not stored, and the client sees why',
    async run(server) {
      const message =
        `conversion webhook for ${formatApiVersion(BarV1)}, Kind=Bar failed: Bar ${server.namespace}/a cannot be ` +
        'converted from v1 to v2: spec.hours: [redacted]';
      await expectRejection(create(server, { hours: 25 }), { status: 500, message });
      assert.equal(await v1(server).tryGet(toKey(server, 'a')), undefined);
    },
  },
  {
    title: 'an object is deleted in any version',
    async run(server) {
      await create(server, { hours: 2 });
      await v2(server).delete(toKey(server, 'a'), { propagation: 'Background' });
      assert.equal(await v1(server).tryGet(toKey(server, 'a')), undefined);
    },
  },
];

import assert from 'node:assert/strict';

import type { Applied } from '@kubewright/runtime/internal/client';
import {
  type Gadget,
  type SentObject,
  buildConfigMap,
  configMaps,
  type ContractCase,
  type ContractServer,
  buildGadget,
  gadgets,
  toKey,
  expectRejection,
} from './contract.ts';

const condition = (type: string, status = 'True') => ({
  type,
  status,
  lastTransitionTime: '2026-01-01T00:00:00Z',
  reason: 'Said',
  message: '',
});

function applyStatus(server: ContractServer, fieldManager: string, status: object): Promise<Applied<Gadget>> {
  const { spec: _spec, ...named } = buildGadget(server, 'a');
  const sent: SentObject = { ...named, status };
  return gadgets(server).apply(sent, { fieldManager, subresource: 'status' });
}

export const statusCases: readonly ContractCase[] = [
  {
    title: 'a status that is sent with the object is dropped',
    async run(server) {
      const made = await gadgets(server).create(buildGadget(server, 'a', { status: { ready: 3 } }));
      assert.equal(made.status, undefined);
      const after = await gadgets(server).mergePatch(toKey(server, 'a'), { status: { ready: 3 } });
      assert.equal(after.status, undefined);
      assert.equal(after.metadata.resourceVersion, made.metadata.resourceVersion);
    },
  },
  {
    title: 'a write of the status changes nothing else',
    async run(server) {
      await gadgets(server).create(buildGadget(server, 'a'));
      const patch = { status: { ready: 3 }, spec: { size: 9 }, metadata: { labels: { a: 'b' } } };
      const after = await gadgets(server).mergePatch(toKey(server, 'a'), patch, { subresource: 'status' });
      assert.deepEqual([after.status, after.spec.size, after.metadata.labels], [{ ready: 3 }, 1, undefined]);
    },
  },
  {
    title: 'a status with a number that scale rejects is rejected once',
    async run(server) {
      await gadgets(server).create(buildGadget(server, 'a'));
      const write = gadgets(server).mergePatch(
        toKey(server, 'a'),
        { status: { copies: -1 } },
        { subresource: 'status' },
      );
      const error = await expectRejection(write, { status: 422, reason: 'Invalid', fields: ['.status.copies'] });
      assert.ok(error.serverMessage.endsWith('Invalid value: -1: should be a non-negative integer'));
    },
  },
  {
    title: 'an apply of the status owns it through the subresource',
    async run(server) {
      await gadgets(server).create(buildGadget(server, 'a'));
      const { object } = await applyStatus(server, 'alice', { ready: 1, conditions: [condition('Ready')] });
      const entry = object.metadata.managedFields?.find(({ manager }) => manager === 'alice');
      assert.equal(entry?.subresource, 'status');
      const fields = {
        '.': {},
        'f:lastTransitionTime': {},
        'f:message': {},
        'f:reason': {},
        'f:status': {},
        'f:type': {},
      };
      assert.deepEqual(entry.fieldsV1, {
        'f:status': { 'f:ready': {}, 'f:conditions': { 'k:{"type":"Ready"}': fields } },
      });
    },
  },
  {
    title: 'two managers apply different conditions',
    async run(server) {
      await gadgets(server).create(buildGadget(server, 'a'));
      await applyStatus(server, 'alice', { conditions: [condition('Ready')] });
      await applyStatus(server, 'bob', { conditions: [condition('Audited')] });
      const { object } = await applyStatus(server, 'alice', { conditions: [condition('Ready', 'False')] });
      const types = object.status?.conditions?.map(({ type, status }) => `${type}=${status}`).sort();
      assert.deepEqual(types, ['Audited=True', 'Ready=False']);
      const { object: left } = await applyStatus(server, 'alice', {});
      assert.deepEqual(
        left.status?.conditions?.map(({ type }) => type),
        ['Audited'],
      );
    },
  },
  {
    title: 'an apply of the status of an object that does not exist is 404',
    async run(server) {
      await expectRejection(applyStatus(server, 'alice', {}), { status: 404, reason: 'NotFound' });
    },
  },
  {
    title: 'a status that its schema rejects is 422',
    async run(server) {
      await gadgets(server).create(buildGadget(server, 'a'));
      const fields = ['status.conditions[0].status', '<nil>'];
      const asked = applyStatus(server, 'alice', { conditions: [condition('Ready', 'Maybe')] });
      await expectRejection(asked, { status: 422, fields });
    },
  },
  {
    title: 'a kind without a status has no such subresource',
    async run(server) {
      await configMaps(server).create(buildConfigMap(server, 'a'));
      const message = 'the server could not find the requested resource';
      const asked = configMaps(server).mergePatch(toKey(server, 'a'), {}, { subresource: 'status' });
      await expectRejection(asked, { status: 404, message });
    },
  },
];

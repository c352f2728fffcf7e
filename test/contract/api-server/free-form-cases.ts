import assert from 'node:assert/strict';

import type { ApiRequest } from '@kubewright/runtime/internal/client';
import {
  call,
  type ContractCase,
  type ContractServer,
  Gadget,
  buildGadget,
  gadgets,
  toKey,
  buildPath,
  expectRejection,
  expectRejectedCall,
} from './contract.ts';

const applySpec = (server: ContractServer, fieldManager: string, spec: object) =>
  gadgets(server).apply(buildGadget(server, 'a', { spec }), { fieldManager });

/** The fields of the spec that the only manager of an object owns. */
const ownedSpec = ({ metadata }: Gadget): unknown => {
  const [entry, ...others] = metadata.managedFields ?? [];
  assert.deepEqual(others, []);
  return (entry?.fieldsV1 as { readonly 'f:spec': unknown })['f:spec'];
};

const post = (server: ContractServer, spec: object, query: ApiRequest['query'] = {}): ApiRequest => ({
  method: 'POST',
  path: buildPath(server, Gadget),
  query,
  body: buildGadget(server, 'a', { spec }),
});

/** A Pod as another operator writes it, with fields that no schema of the API describes. */
const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c' }] } };
const ownPod = {
  'f:apiVersion': {},
  'f:kind': {},
  'f:metadata': { 'f:labels': { 'f:a': {} } },
  'f:spec': { '.': {}, 'f:containers': {} },
};

/** Contract cases of schemas that leave values open, and of undeclared fields. */
export const freeFormCases: readonly ContractCase[] = [
  {
    title: 'an object that preserves unknown fields keeps them, and an apply owns each of them',
    async run(server) {
      const free = { known: 1, deep: { list: [{ x: 1 }], text: 'x' } };
      const made = await gadgets(server).create(buildGadget(server, 'b', { spec: { free } }));
      assert.deepEqual(made.spec.free, free);
      const { object, created } = await applySpec(server, 'alice', { free });
      assert.ok(created);
      assert.deepEqual(object.spec.free, free);
      const deep = { '.': {}, 'f:list': {}, 'f:text': {} };
      assert.deepEqual(ownedSpec(object), { 'f:free': { 'f:known': {}, 'f:deep': deep }, 'f:name': {} });
    },
  },
  {
    title: 'an embedded object is created and applied as it is, and loses empty metadata',
    async run(server) {
      const made = await gadgets(server).create(buildGadget(server, 'b', { spec: { template: pod } }));
      assert.deepEqual(made.spec.template, pod);
      const { object, created } = await applySpec(server, 'alice', { template: pod });
      assert.ok(created);
      assert.deepEqual(object.spec.template, pod);
      assert.deepEqual(ownedSpec(object), { 'f:name': {}, 'f:template': ownPod });
      const metadata = { labels: {}, name: '', unknown: 1 };
      const other = await gadgets(server).create(
        buildGadget(server, 'c', { spec: { template: { ...pod, metadata } } }),
      );
      assert.deepEqual(other.spec.template, { ...pod, metadata: {} });
    },
  },
  {
    title: 'an embedded object needs a type and valid labels, and its metadata takes no undeclared field in an apply',
    async run(server) {
      const untyped = gadgets(server).create(buildGadget(server, 'a', { spec: { template: { metadata: {} } } }));
      const type = ['spec.template.apiVersion', 'spec.template.kind'];
      await expectRejection(untyped, { status: 422, fields: [...type, '<nil>'] });
      const labelled = { ...pod, metadata: { labels: { a: '!' } } };
      const fields = ['spec.template.metadata.labels'];
      await expectRejection(gadgets(server).create(buildGadget(server, 'a', { spec: { template: labelled } })), {
        status: 422,
        fields,
      });
      const unknown = applySpec(server, 'alice', { template: { ...pod, metadata: { unknown: 1 } } });
      await expectRejection(unknown, {
        status: 500,
        message: /: \.spec\.template\.metadata\.unknown: field not declared/,
      });
    },
  },
  {
    title: 'a value of any type merges by key: each manager owns what it applies',
    async run(server) {
      await applySpec(server, 'alice', { any: { x: { a: 1 }, list: [1] } });
      await applySpec(server, 'bob', { any: { x: { b: 2 } } });
      const fields = ['.spec.any.list', '.spec.any.x.a'];
      await expectRejection(applySpec(server, 'bob', { any: { x: { a: 5 }, list: [2] } }), { status: 409, fields });
      const { object } = await applySpec(server, 'alice', { any: { x: {} } });
      assert.deepEqual(object.spec.any, { x: { b: 2 } });
      const { object: text } = await gadgets(server).apply(buildGadget(server, 'a', { spec: { any: 'text' } }), {
        fieldManager: 'alice',
        force: true,
      });
      assert.equal(text.spec.any, 'text');
    },
  },
  {
    title: 'an undeclared field in a list that is owned as a whole is 500 in an apply, and dropped from a create',
    async run(server) {
      const rows = [{ text: 'x', other: 1 }];
      const message = /: \.spec\.rows\[0\]\.other: field not declared in schema$/;
      for (const fieldValidation of ['Strict', 'Warn', 'Ignore']) {
        const request = {
          method: 'PATCH',
          path: buildPath(server, Gadget, 'a'),
          contentType: 'application/apply-patch+yaml',
          query: { fieldManager: 'alice', fieldValidation },
          body: buildGadget(server, 'a', { spec: { rows } }),
        } as const;
        await expectRejectedCall(server, request, { status: 500, message });
      }
      assert.deepEqual((await gadgets(server).create(buildGadget(server, 'a', { spec: { rows } }))).spec.rows, [
        { text: 'x' },
      ]);
    },
  },
  {
    title: 'strict validation rejects undeclared fields by their paths, and changes nothing else',
    async run(server) {
      const spec = { other: 1, rows: [{ x: 1 }] };
      const strict = { fieldValidation: 'Strict' };
      const unknown = 'strict decoding error: unknown field "spec.other", unknown field "spec.rows[0].x"';
      const message = `Gadget in version "v1" cannot be handled as a Gadget: ${unknown}`;
      await expectRejectedCall(server, post(server, spec, strict), { status: 400, reason: 'BadRequest', message });
      await call(server, post(server, { free: { other: 1 }, any: { x: 1 }, template: pod }, strict));
      const patch = {
        method: 'PATCH',
        path: buildPath(server, Gadget, 'a'),
        contentType: 'application/merge-patch+json',
        query: strict,
        body: { spec: { other: 1 } },
      } as const;
      await expectRejectedCall(server, patch, {
        status: 422,
        message: /unknown field "spec\.other"$/,
        fields: ['patch'],
      });
      await call(server, { ...patch, query: { fieldValidation: 'Warn' } });
    },
  },
  {
    title: 'an apply of null to a custom resource owns the field and stores its default, or nothing',
    async run(server) {
      const { object } = await applySpec(server, 'alice', { size: null, any: null });
      assert.deepEqual([object.spec.size, object.spec.any], [1, undefined]);
      assert.deepEqual(ownedSpec(object), { 'f:any': {}, 'f:name': {}, 'f:size': {} });
    },
  },
  {
    title: 'a merge patch that adds an object leaves out its nulls at any depth',
    async run(server) {
      await gadgets(server).create(buildGadget(server, 'a'));
      const free = { list: [{ x: null }], text: null };
      const object = await gadgets(server).mergePatch(toKey(server, 'a'), { spec: { free } });
      assert.deepEqual(object.spec.free, { list: [{}] });
    },
  },
];

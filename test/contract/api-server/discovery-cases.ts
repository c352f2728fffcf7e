import assert from 'node:assert/strict';

import { type Kind, neverAborted } from '@kubewright/runtime/internal/base';
import { discoverKind, findOtherVersion } from '@kubewright/runtime/internal/client';
import { ConfigMap, Deployment } from '@kubewright/runtime/kinds';
import { type ContractCase, Gadget } from './contract.ts';

export const discoveryCases: readonly ContractCase[] = [
  {
    title: 'discovery knows the kinds of an API version, and no others',
    async run({ client: { transport } }) {
      const isServed = (kind: Kind) => discoverKind(kind, { transport, signal: neverAborted });
      assert.deepEqual(await Promise.all([ConfigMap, Deployment, Gadget].map(isServed)), [true, true, true]);
      const missing = [
        { ...Gadget, plural: 'gizmos' },
        { ...Gadget, version: 'v7' },
        { ...Gadget, group: 'nobody.kubewright.dev' },
        { ...ConfigMap, plural: 'gizmos' },
      ];
      assert.deepEqual(await Promise.all(missing.map(isServed)), [false, false, false, false]);
    },
  },
  {
    title: 'discovery knows the other versions of a kind',
    async run({ client: { transport } }) {
      const find = async (kind: Kind) => (await findOtherVersion(kind, { transport, signal: neverAborted }))?.version;
      assert.equal(await find({ ...Gadget, version: 'v7' }), Gadget.version);
      assert.equal(await find({ ...Deployment, version: 'v7' }), 'v1');
      const alone = [
        Gadget,
        { ...Gadget, version: 'v7', plural: 'gizmos' },
        { ...Gadget, group: 'none.kubewright.dev' },
      ];
      assert.deepEqual(await Promise.all(alone.map(find)), [undefined, undefined, undefined]);
    },
  },
];

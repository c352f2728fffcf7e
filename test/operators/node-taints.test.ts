import { Node } from '@kubewright/runtime/kinds';
import { runController } from '@kubewright/testing';
import { expect, it } from 'vitest';

import { NodeTaint, tainter } from './node-taints.ts';

it('a NodeTaint gives its label and its taint back', async () => {
  await using run = await runController(tainter);
  const { client } = run.server;
  const taint = { key: 'batch', effect: 'NoSchedule' } as const;
  await client.resource(Node).create({ metadata: { name: 'one', labels: { zone: 'a' } }, spec: {} });
  await client.resource(NodeTaint).create({
    metadata: { name: 'batch' },
    spec: { node: 'one', label: 'batch', taint },
  });
  await run.awaitIdle();
  expect(await client.resource(Node).get({ name: 'one' })).toMatchObject({
    metadata: { labels: { zone: 'a', batch: 'yes' } },
    spec: { taints: [taint] },
  });

  await client.resource(NodeTaint).delete({ name: 'batch' }, { propagation: 'Background' });
  await run.awaitIdle();
  const node = await client.resource(Node).get({ name: 'one' });
  expect(node.metadata.labels).toEqual({ zone: 'a' });
  expect(node).not.toHaveProperty('spec.taints');
});

import { Namespace } from '@kubewright/runtime/kinds';
import { runController } from '@kubewright/testing';
import { expect, it } from 'vitest';

import { labeller } from './namespace-labels.ts';

it('labels the Namespaces of teams, each in one write', async () => {
  await using run = await runController(labeller);
  const { client } = run.server;
  for (const name of ['team-red-shop', 'team-blue', 'other']) {
    await client.resource(Namespace).create({ metadata: { name } });
  }
  await run.awaitIdle();
  const labels = run.server.objects(Namespace).map(({ metadata }) => metadata.labels?.['example.com/team']);
  expect(new Set(labels)).toEqual(new Set(['red', 'blue', undefined]));
  expect(run.server.requests().filter(({ verb }) => verb === 'apply')).toHaveLength(2);
});

import { Secret } from '@kubewright/runtime';
import { Namespace } from '@kubewright/runtime/kinds';
import { runController } from '@kubewright/testing';
import { expect, it } from 'vitest';

import { PullSecret, pullSecrets } from './pull-secrets.ts';

it('copies follow the label of Namespaces, and go with their PullSecret', async () => {
  await using run = await runController(pullSecrets);
  const { server } = run;
  const namespaces = server.client.resource(Namespace);
  const labels = { 'example.com/pull-secrets': '' };
  for (const name of ['red', 'blue']) await namespaces.create({ metadata: { name, labels } });
  await namespaces.create({ metadata: { name: 'grey' } });
  const key = { namespace: 'default', name: 'registry' };
  await server.client.resource(PullSecret).create({ metadata: key, spec: { auth: 'ada' } });
  await run.awaitIdle();
  const listPlaces = () => server.objects(Secret).map(({ metadata }) => metadata.namespace);
  expect(new Set(listPlaces())).toEqual(new Set(['red', 'blue']));

  await namespaces.mergePatch({ name: 'red' }, { metadata: { labels: { 'example.com/pull-secrets': null } } });
  await run.awaitIdle();
  expect(listPlaces()).toEqual(['blue']);

  await server.client.resource(PullSecret).delete(key, { propagation: 'Background' });
  await run.awaitIdle();
  expect([...server.objects(PullSecret), ...listPlaces()]).toEqual([]);
});

import path from 'node:path';

import { expect, it } from 'vitest';

import { runController } from '@kubewright/testing';
import { loadExample } from '../../fixtures/load-example.ts';
import { ConfigMap } from '../kinds/index.ts';
import type { ControllerDefinition } from '../reconcile/index.ts';

const page = path.join(import.meta.dirname, '../../../docs/concepts/what-wakes-a-reconcile.md');

it('the example of the page updates all sites when the policy of their namespace changes', async () => {
  const { site } = (await loadExample(page, 'Watches')) as { site: ControllerDefinition };
  await using run = await runController(site);
  const { client } = run.server;
  for (const name of ['a', 'b']) {
    const metadata = { namespace: 'default', name };
    await client
      .resource(site.api)
      .create({ apiVersion: 'example.com/v1', kind: 'Site', metadata, spec: { title: name } });
  }
  const readFooters = async (): Promise<readonly unknown[]> => {
    await run.awaitIdle();
    const pages = run.server.objects(ConfigMap).filter(({ data }) => data?.['title'] !== undefined);
    return pages.map(({ data }) => [data?.['title'], data?.['footer']]);
  };
  expect(await readFooters()).toEqual([
    ['a', ''],
    ['b', ''],
  ]);
  const metadata = { namespace: 'default', name: 'policy', labels: { 'example.com/policy': 'yes' } };
  await client.resource(ConfigMap).create({ metadata, data: { footer: 'ours' } });
  expect(await readFooters()).toEqual([
    ['a', 'ours'],
    ['b', 'ours'],
  ]);
});

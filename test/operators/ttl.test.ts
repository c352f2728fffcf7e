import { ConfigMap } from '@kubewright/runtime';
import { runController } from '@kubewright/testing';
import { expect, it } from 'vitest';

import { Preview, preview } from './ttl.ts';

it('a Preview deletes itself when its ttl has passed', async () => {
  await using run = await runController(preview);
  const { server } = run;
  const metadata = { namespace: 'default', name: 'shop' };
  await server.client.resource(Preview).create({ metadata, spec: { branch: 'main', ttl: '2h' } });
  await run.awaitIdle();
  await run.advance(2 * 3_600_000 - 1);
  expect(server.objects(ConfigMap)[0]?.data).toEqual({ branch: 'main' });
  await run.advance(1);
  expect([...server.objects(Preview), ...server.objects(ConfigMap)]).toEqual([]);
});

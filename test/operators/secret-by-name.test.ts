import { ConfigMap, Secret } from '@kubewright/runtime';
import { runController } from '@kubewright/testing';
import { expect, it } from 'vitest';

import { Account, account } from './secret-by-name.ts';

it('an Account follows the Secret that it names', async () => {
  await using run = await runController(account);
  const { client } = run.server;
  const namespace = 'default';
  const encode = (text: string) => Buffer.from(text).toString('base64');
  await client.resource(ConfigMap).create({ metadata: { namespace, name: 'accounts' }, data: { plan: 'basic' } });
  await client.resource(Account).create({ metadata: { namespace, name: 'one' }, spec: { secretRef: 'login' } });
  await run.awaitIdle();
  expect(run.server.objects(Account)[0]?.status).toMatchObject({ plan: 'basic' });

  await client.resource(Secret).create({ metadata: { namespace, name: 'login' }, data: { user: encode('ada') } });
  await client.resource(Secret).create({ metadata: { namespace, name: 'other' }, data: { user: encode('bob') } });
  await run.awaitIdle();
  expect(run.server.objects(Account)[0]?.status).toMatchObject({ plan: 'basic', user: 'ada' });
  expect(run.results).toHaveLength(2);
});

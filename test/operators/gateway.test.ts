import { runController } from '@kubewright/testing';
import { expect, it } from 'vitest';

import { Shop, shop } from './gateway.ts';
import { Gateway, HTTPRoute } from './kinds/gateway-api.ts';

it('a Shop follows its Gateway while the Gateway API is installed', async () => {
  await using run = await runController(shop, { notInstalled: [Gateway, HTTPRoute] });
  const { server } = run;
  const namespace = 'default';
  const spec = { host: 'books.example', gateway: 'main' };
  await server.client.resource(Shop).create({ metadata: { namespace, name: 'books' }, spec });
  await run.awaitIdle();
  const readStatus = () => server.objects(Shop)[0]?.status;
  expect(readStatus()).toMatchObject({ route: 'NotInstalled', addresses: [] });

  server.serve(Gateway);
  server.serve(HTTPRoute);
  await run.advance(10_000);
  expect(server.objects(HTTPRoute)[0]?.spec?.hostnames).toEqual(['books.example']);
  await server.client.resource(Gateway).create({
    metadata: { namespace, name: 'main' },
    spec: { gatewayClassName: 'any', listeners: [{ name: 'http', port: 80, protocol: 'HTTP' }] },
    status: { addresses: [{ value: '10.0.0.1' }] },
  });
  await run.awaitIdle();
  expect(readStatus()).toMatchObject({ route: 'Requested', addresses: ['10.0.0.1'] });

  server.stopServing(Gateway);
  await run.awaitIdle();
  expect(readStatus()).toMatchObject({ route: 'Requested', addresses: [] });
});

import { Ingress } from '@kubewright/runtime';
import { runController } from '@kubewright/testing';
import { expect, it } from 'vitest';

import { Site, site } from './certificate.ts';
import { Certificate } from './kinds/certificate.ts';

it('a Site requests a Certificate while cert-manager is installed', async () => {
  await using run = await runController(site, { notInstalled: [Certificate] });
  const { server } = run;
  const metadata = { namespace: 'default', name: 'shop' };
  await server.client.resource(Site).create({ metadata, spec: { host: 'shop.example', issuer: 'main' } });
  await run.awaitIdle();
  const read = () => [server.objects(Site)[0]?.status?.certificate, server.objects(Ingress)[0]?.spec.tls];
  expect(read()).toEqual(['NotInstalled', undefined]);

  server.serve(Certificate);
  await run.advance(10_000);
  const tls = [{ hosts: ['shop.example'], secretName: 'shop-tls' }];
  expect(read()).toEqual(['Requested', tls]);

  const ready = { type: 'Ready', status: 'True', reason: 'Ready', message: '' } as const;
  await server.client
    .resource(Certificate)
    .mergePatch(metadata, { status: { conditions: [{ ...ready, lastTransitionTime: '2026-01-01T00:00:00Z' }] } });
  await run.awaitIdle();
  expect(read()).toEqual(['Issued', tls]);

  server.stopServing(Certificate);
  await run.awaitIdle();
  expect(read()).toEqual(['NotInstalled', undefined]);
});

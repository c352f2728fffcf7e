import { expect, it } from 'vitest';

import {
  allOf,
  awaitChange,
  defineApi,
  defineController,
  type Kind,
  type KubeObject,
  owns,
  reads,
  t,
  usedBy,
  watches,
} from '@kubewright/runtime';

import { runController } from './run-controller.ts';

interface Certificate extends KubeObject {
  readonly spec?: { readonly dnsNames?: readonly string[] };
}
const Certificate: Kind<Certificate> = {
  ...{ group: 'cert-manager.io', version: 'v1', kind: 'Certificate' },
  ...{ plural: 'certificates', namespaced: true },
};
const Gateway: Kind = {
  ...{ group: 'gateway.networking.k8s.io', version: 'v1', kind: 'Gateway' },
  ...{ plural: 'gateways', namespaced: true },
};
const GatewayClass: Kind = { ...Gateway, kind: 'GatewayClass', plural: 'gatewayclasses', namespaced: false };

const Site = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Site',
  spec: t.object({ host: t.string() }),
  status: t.object({ certificate: t.string(), gateways: t.string(), classes: t.string() }),
});

const site = defineController(Site, {
  owns: { certificates: owns(Certificate, { optional: true, delete: true }) },
  watches: {
    gateways: watches(
      Gateway,
      usedBy(Site, () => ['main']),
      { optional: true },
    ),
    others: watches(Gateway, allOf(Site), { optional: true, labelSelector: 'other' }),
  },
  reads: { classes: reads(GatewayClass, { optional: true, indexes: { all: () => 'all' } }) },
  async reconcile({ metadata: { name }, spec }, { certificates, gateways, others, classes, status }) {
    await certificates?.apply({ metadata: { name }, spec: { dnsNames: [spec.host] } });
    const count = (list: readonly KubeObject[] | undefined) =>
      list === undefined ? 'not installed' : `${list.length}`;
    status.set({
      certificate: certificates === undefined ? 'not installed' : 'requested',
      gateways: `${count(gateways?.listAll())}, ${count(others?.listAll())}`,
      classes: count(classes?.by('all', 'all')),
    });
    return awaitChange;
  },
});

const key = { namespace: 'default', name: 'a' };
const create = { metadata: key, spec: { host: 'a.example' } };
const askEveryMs = 10_000;
const without = { certificate: 'not installed', gateways: 'not installed, not installed', classes: 'not installed' };
const all = [Certificate, Gateway, GatewayClass];

it('runs without optional kinds that are not installed, and says so once', async () => {
  await using run = await runController(site, { notInstalled: all });
  await run.server.client.resource(Site).create(create);
  await run.advance(10 * askEveryMs);

  expect((await run.server.client.resource(Site).get(key)).status).toMatchObject(without);
  const lines = run.log.filter(({ message }) => message.includes('optional'));
  expect(lines.map(({ message, fields }) => [message, fields['kind']])).toEqual([
    ['an optional kind is not installed, running without it', 'Certificate.cert-manager.io'],
    ['an optional kind is not installed, running without it', 'GatewayClass.gateway.networking.k8s.io'],
    ['an optional kind is not installed, running without it', 'Gateway.gateway.networking.k8s.io'],
  ]);
  expect(run.results).toEqual(['success']);
});

it('uses those that are installed from the first reconcile on', async () => {
  await using run = await runController(site);
  await run.server.client.resource(Site).create(create);
  await run.awaitIdle();

  expect(run.server.objects(Certificate)).toMatchObject([{ spec: { dnsNames: ['a.example'] } }]);
  expect((await run.server.client.resource(Site).get(key)).status).toMatchObject({
    certificate: 'requested',
    gateways: '0, 0',
    classes: '0',
  });
});

it('reconciles all objects when a kind is installed or removed, and follows its objects meanwhile', async () => {
  await using run = await runController(site, { notInstalled: [Certificate] });
  const { server } = run;
  for (const name of ['a', 'b']) await server.client.resource(Site).create({ ...create, metadata: { ...key, name } });
  await run.awaitIdle();
  const readCertificates = async () =>
    (await server.client.resource(Site).list()).items.map(({ status }) => status?.certificate);
  expect(await readCertificates()).toEqual(['not installed', 'not installed']);

  server.serve(Certificate);
  await run.advance(askEveryMs);
  expect(await readCertificates()).toEqual(['requested', 'requested']);
  await server.client.resource(Certificate).delete(key, { propagation: 'Background' });
  await run.awaitIdle();
  expect(server.objects(Certificate).map(({ metadata }) => metadata.name)).toEqual(['a', 'b']);

  server.stopServing(Certificate);
  await run.awaitIdle();
  expect(await readCertificates()).toEqual(['not installed', 'not installed']);
  expect(server.objects(Certificate)).toEqual([]);

  server.serve(Certificate);
  await run.advance(askEveryMs);
  expect(server.objects(Certificate)).toHaveLength(2);
  expect(new Set(run.results)).toEqual(new Set(['success']));
});

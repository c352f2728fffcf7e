import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { systemClock } from '../../../operator/runtime/src/base/index.ts';
import { createAuthority } from '../../../operator/runtime/src/certificates/authority.ts';
import { until } from '../../support/until.ts';
import { DevCommand } from './dev-command.ts';
import { beginProject } from './project.ts';

const schema = (degrees: string): string => `
          openAPIV3Schema:
            type: object
            required: [spec]
            properties:
              spec:
                type: object
                required: [degrees]
                properties:
                  degrees: { type: ${degrees}, description: How hot it is. }
                  mode: { type: string, enum: [Bake, Grill], default: Bake }
                x-kubernetes-validations: [{ rule: "self.mode == 'Bake' || self.degrees > 200", message: grill hotter }]
              status: { type: object, properties: { phase: { type: string } } }
`;
const buildCrds = (degrees = 'integer'): string => `apiVersion: v1
kind: Namespace
metadata: { name: ovens }
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ovens.ovens.example.org }
spec:
  group: ovens.example.org
  scope: Namespaced
  names: { kind: Oven, listKind: OvenList, plural: ovens, singular: oven }
  conversion: { strategy: Webhook, webhook: { conversionReviewVersions: [v1] } }
  versions:
    - name: v1
      served: true
      storage: true
      subresources: { status: {} }
      schema: ${schema(degrees)}`;

const bakery = `import { awaitChange, defineController, edits, owns, reads, usedBy, watches } from '@kubewright/runtime';

import { CoffeeShop } from './coffee-shop.ts';
import { Oven } from './imported/ovens.example.org/oven.ts';

export const bakery = defineController(CoffeeShop, {
  owns: { ovens: owns(Oven, { optional: true }) },
  async reconcile({ metadata: { name } }, { ovens }) {
    const oven = await ovens?.apply({ metadata: { name }, spec: { degrees: 180 } });
    const mode: 'Bake' | 'Grill' | undefined = oven?.spec.mode;
    return mode === 'Grill' ? awaitChange : awaitChange;
  },
});

export const others = [
  defineController(CoffeeShop, { reads: { ovens: reads(Oven) }, reconcile: async () => awaitChange }),
  defineController(CoffeeShop, {
    edits: { ovens: edits(Oven) },
    finalizer: { name: 'example.com/bakery' },
    reconcile: async () => awaitChange,
  }),
  defineController(CoffeeShop, {
    watches: { ovens: watches(Oven, usedBy(CoffeeShop, ({ metadata: { name } }) => [name])) },
    reconcile: async () => awaitChange,
  }),
  defineController(Oven, { ownsStatus: true, async reconcile(_, { status }) { status.set({ phase: 'Hot' }); return awaitChange; } }),
];
`;

const bakeryTest = `import assert from 'node:assert/strict';
import { test } from 'node:test';

import { runController, unchecked } from '@kubewright/testing';

import { bakery } from './bakery.ts';
import { CoffeeShop } from './coffee-shop.ts';
import { Oven } from './imported/ovens.example.org/oven.ts';

test('owns an oven, which is validated and completed', async () => {
  await using run = await runController(bakery);
  const metadata = { namespace: 'default', name: 'sample' };
  await run.server.client.resource(CoffeeShop).create({ metadata, spec: {} });
  await run.awaitIdle();
  assert.deepEqual(run.server.objects(Oven)[0]?.spec, { degrees: 180, mode: 'Bake' });
  const grill = run.server.client.resource(unchecked(Oven)).mergePatch(metadata, { spec: { mode: 'Grill' } });
  await assert.rejects(grill, /grill hotter/);
});
`;

const oven = 'src/imported/ovens.example.org/oven.ts';

describe('kubewright import', { timeout: 180_000 }, () => {
  let project: Awaited<ReturnType<typeof beginProject>>;
  let dev: DevCommand;
  let server: Server;
  let url: string;
  let served = buildCrds();

  beforeAll(async () => {
    project = await beginProject('coffee-shops');
    dev = new DevCommand(project);
    const authority = await createAuthority('files', { clock: systemClock, validDays: 1 });
    const hosts = [{ type: 'ip', value: '127.0.0.1' }] as const;
    const { certificate: cert, key } = await authority.issue({ commonName: 'files', usages: ['server'], hosts });
    server = createServer({ cert, key }, (_, response) => response.end(served));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `https://127.0.0.1:${String((server.address() as AddressInfo).port)}/crds.yaml`;
    await writeFile(path.join(project.folder, 'authority.pem'), authority.certificate);
  }, 300_000);

  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await dev.end();
    await project[Symbol.asyncDispose]();
  });

  it('verifies the certificate of a URL', async () => {
    await expect(project.sh(`kubewright import ${url}`)).rejects.toThrow(
      /certificate of the server is not trusted .*NODE_EXTRA_CA_CERTS/,
    );
    project.env['NODE_EXTRA_CA_CERTS'] = 'authority.pem';
  });

  it('writes kinds that compile in every role, and that tests in memory validate', async () => {
    expect(await project.sh(`kubewright import ${url}`)).toContain(`wrote ${oven}\n`);
    await writeFile(path.join(project.folder, 'src/bakery.ts'), bakery);
    await writeFile(path.join(project.folder, 'src/bakery.test.ts'), bakeryTest);
    await project.sh('npm run check');
    expect(await project.sh('npm test -- --test-reporter=tap')).toMatch(/^# pass 2$/m);
  });

  it('says with --check what changed at the URL, and writes it without', async () => {
    expect(await project.sh('kubewright import --check')).toContain('all imported kinds are up to date');
    served = buildCrds('number');
    await expect(project.sh('kubewright import --check')).rejects.toThrow(
      /outdated: .*oven\.ts, from https:[^]*spec\.degrees/,
    );
    await project.sh('kubewright import && kubewright import --check');
  });

  it('imports a kind of the cluster', async () => {
    project.env['KUBECONFIG'] = inject('kubeconfigPath');
    const printed = await project.sh('kubewright import cache.example.com/v1alpha1/Memcached --json');
    const memcached = 'src/imported/cache.example.com/memcached.ts';
    expect(JSON.parse(printed)).toEqual({ changed: [memcached, memcached.replace('.ts', '.crd.json')] });
    expect(await project.read(memcached)).toContain('// source: cluster:cache.example.com/v1alpha1/Memcached\n');
    await project.sh('npm run check && kubewright import --check');
    await expect(project.sh('kubewright import missing.example.com/v1')).rejects.toThrow(
      'kubectl get crd | grep missing',
    );
  });

  it('has its CRDs in the control plane of kubewright dev', async () => {
    const operator = path.join(project.folder, 'src/operator.ts');
    const text = await project.read('src/operator.ts');
    await writeFile(operator, text.replace("'./coffee-shop.ts'", "'./bakery.ts'").replaceAll('coffeeShop', 'bakery'));
    await dev.start();
    await until('the sample has an Oven', () => project.sh('kubectl get ovens.ovens.example.org sample'));
    expect(await dev.end()).toBe(0);
  });

  it('starts kubewright dev without an optional kind, and uses it once it is installed', async () => {
    await dev.start('--not-installed', 'Oven');
    expect(await project.sh('kubectl get crd -o name')).not.toContain('/ovens.');
    await project.sh(`kubectl apply --server-side -f ${oven.replace('.ts', '.crd.json')}`);
    await until('the sample has an Oven', () => project.sh('kubectl get ovens.ovens.example.org sample'));
    expect(await dev.end()).toBe(0);
  });
});

import { cp } from 'node:fs/promises';
import path from 'node:path';

import { Chart, Testing } from 'cdk8s';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  Echo,
  ImmortalContainer,
  Memcached,
  Pet,
  PetSpecType,
  ScheduledEcho,
  WebServer,
} from '@kubewright/infra/catalogue';

import { root } from '../../../scripts/run.ts';
import { readYaml } from '../../support/read-yaml.ts';
import { startTestCluster, type TestCluster } from '../../support/test-cluster.ts';
import type { UserProject } from '../../support/user-project.ts';
import { createCdk8sApp, writeGoModule } from './cdk8s-app.ts';

/**
 * Runs the apps of `infra/docs/cdk8s-languages.md`. Needs Python 3.9 or newer with `venv`, PyPI, Go and a module proxy.
 */
describe('an app of cdk8s import', () => {
  let cluster: TestCluster;

  beforeAll(async () => {
    cluster = await startTestCluster();
    const { kubectl } = cluster.cluster.controlPlane;
    await kubectl(['apply', '--server-side', '-f', path.join(root, 'operator/crds')]);
    await kubectl(['wait', 'crd', '--all', '--for=condition=Established', '--timeout=60s']);
  });

  afterAll(() => cluster[Symbol.asyncDispose]());

  it('in Python synthesizes the same as the constructs in TypeScript, and the API server accepts it', async () => {
    await using project = await createCdk8sApp('python', 'main.py', '.venv/bin/python main.py');
    const version = await project.sh("python3 -c 'import sys; print(sys.version_info >= (3, 9), sys.version)'");
    expect(version, 'the prerequisite: Python 3.9').toMatch(/^True/);
    const { version: cdk8s } = JSON.parse(
      await project.sh(`cat ${root}/node_modules/cdk8s/package.json`),
    ) as PackedTarball;
    await project.sh(`python3 -m venv .venv && .venv/bin/pip install --quiet cdk8s==${cdk8s}`);
    await isAsInTypeScript(project);
    await expect(project.sh(`.venv/bin/python -c '${withoutSpec}'`)).rejects.toThrow(/TypeError.*'spec'/s);
  });

  it('in Go synthesizes the same as the constructs in TypeScript, and the API server accepts it', async () => {
    await using project = await createCdk8sApp('go', 'main.go', 'go run .');
    await cp(path.join(import.meta.dirname, 'go'), project.folder, { recursive: true });
    await writeGoModule(project);
    await isAsInTypeScript(project);
    expect(await project.sh('gofmt -l main.go')).toBe('');
  });

  async function isAsInTypeScript(project: UserProject): Promise<void> {
    await project.sh('cdk8s import --no-save && cdk8s synth');
    expect(readYaml(await project.read('dist/shop.k8s.yaml'))).toEqual(buildExpected());
    project.env['KUBECONFIG'] = cluster.cluster.controlPlane.kubeconfigPath;
    const printed = await project.sh('kubectl apply --server-side --dry-run=server --validate=strict -f dist');
    expect(printed.trim().split('\n')).toHaveLength(buildExpected().length);
  }
});

interface PackedTarball {
  readonly version: string;
}

const withoutSpec = 'from imports.io.mmontes import EchoProps; EchoProps()';

/** The expected output of the page's apps. */
function buildExpected(): readonly unknown[] {
  const shop = new Chart(Testing.app(), 'shop', { namespace: 'default' });
  const named = (name: string) => ({ name, labels: { team: 'shop' } });
  const resources = { limits: { memory: '128Mi' } };
  new WebServer(shop, 'home', { metadata: named('home'), spec: { image: 'nginx:1.27', replicas: 3, resources } });
  new Echo(shop, 'hello', { metadata: named('hello'), spec: { message: 'Hola' } });
  const schedule = '0 * * * *';
  new ScheduledEcho(shop, 'hourly', { metadata: named('hourly'), spec: { message: 'Hola', schedule } });
  new Memcached(shop, 'cache', { metadata: named('cache'), spec: { size: 2 } });
  const birthday = '2021-04-01T00:00:00Z';
  new Pet(shop, 'rex', { metadata: named('rex'), spec: { name: 'Rex', type: PetSpecType.DOG, birthday } });
  new ImmortalContainer(shop, 'proxy', { metadata: named('proxy'), spec: { image: 'nginx:1.27' } });
  return Testing.synth(shop) as readonly unknown[];
}

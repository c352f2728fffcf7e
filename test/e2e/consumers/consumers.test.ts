import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { root } from '../../../scripts/run.ts';
import { startTestCluster, type TestCluster } from '../../support/test-cluster.ts';
import type { UserProject } from '../../support/user-project.ts';
import { type Consumers, parseErrors, packConsumers } from './consumers.ts';
import { readTemplateFiles } from './template.ts';

let consumers: Consumers;
let cluster: TestCluster;

beforeAll(async () => {
  [consumers, cluster] = await Promise.all([packConsumers(), startTestCluster()]);
});

afterAll(async () => {
  await cluster[Symbol.asyncDispose]();
  await consumers[Symbol.asyncDispose]();
});

describe('a project of cdk8s init typescript-app', () => {
  let project: UserProject;

  beforeAll(async () => {
    const others = { typescript: 'jsii/node_modules/typescript', '@types/node': 'types-node-14' };
    const files = readTemplateFiles('typescript-app');
    project = await consumers.install({ name: 'typescript-app', by: 'deployer', files, others });
  });

  it('compiles, passes its tests and synthesizes, with our constructs and those of cdk8s-plus-33 in one chart', async () => {
    await project.sh('npm test -- --ci=false --updateSnapshot');
    const output = await project.sh('npm run build');
    expect(output).toContain('Snapshots:   1 passed, 1 total');
    const charts = ['crds', 'namespaces', 'platform', 'shop'].map((name) => `  - dist/${name}.k8s.yaml`);
    expect(output).toContain(charts.join('\n'));
    const snapshot = await project.read('__snapshots__/main.test.ts.snap');
    expect(snapshot).toContain('"serviceAccountName": "robot"');
  });

  it('has manifests that pass a strict server-side apply, with an operator that serves the page', async () => {
    await applyDefinitions(project, 'dist/crds.k8s.yaml');
    await apply(project, 'dist/namespaces.k8s.yaml');
    await apply(project, 'dist/platform.k8s.yaml');
    await expectOperatorWorks(project, 'platform');
    await apply(project, 'dist/shop.k8s.yaml');
    await expectPageReady(project, 'shop');
    await endOperator(project, 'platform');
  });
});

describe('a project of ES modules in strict TypeScript', () => {
  let project: UserProject;

  beforeAll(async () => {
    const others = { typescript: '@typescript/native' };
    project = await consumers.install({ name: 'esm', by: 'deployer', others });
  });

  it('compiles with the types of all libraries checked, except errors in those of cdk8s-plus', async () => {
    const files = ['base', 'config-map', 'pv', 'pvc', 'role', 'secret', 'service-account'];
    // These classes of cdk8s-plus declare `resourceName?: string`, their interface `resourceName: string | undefined`.
    const ofPlus = files.map((file) => `cdk8s-plus-33/lib/${file}.d.ts: TS2420`);
    expect(parseErrors(await project.sh('npm run build || true'))).toEqual(ofPlus);
  });

  it('has types that do not refer to our version of cdk8s-plus, because a project may have another one', async () => {
    const files = await project.sh('npx tsc --listFilesOnly');
    expect(files).toContain('node_modules/@kubewright/infra/dist/index.d.ts');
    expect(files).not.toContain('cdk8s-plus-28');
  });

  it('finds each file and module of @kubewright/infra by its name', async () => {
    const { exports } = JSON.parse(readFileSync(path.join(root, 'infra/package.json'), 'utf8')) as { exports: object };
    const sources = globSync(path.join(import.meta.dirname, 'projects/*/{,src/}*.ts')).map((file) =>
      readFileSync(file, 'utf8'),
    );
    const doors = Object.keys(exports).map((door) => path.posix.join('@kubewright/infra', door).replace('*', ''));
    expect(doors.filter((door) => !sources.some((source) => source.includes(`'${door}`)))).toEqual([]);
    expect((await project.sh('node build/doors.js')).trim().split('\n')).toEqual([
      '7',
      'Memcached kubewright embedded,dev,staging,production',
      'kubewright Environment @kubewright/infra',
      'function true',
      'object',
    ]);
  });

  it('synthesizes the same from a bundle of one file', async () => {
    await project.sh('rm -rf dist && npm run synth');
    const before = await readManifests(project);
    expect([...before.keys()]).toContain('operator.k8s.yaml');
    await project.sh('npm run bundle && rm -rf dist');
    expect(await project.sh('ls bundle')).toBe('main.mjs\n');
    // In a folder outside of the project, so that Node does not find its node_modules.
    const elsewhere = await mkdtemp(path.join(tmpdir(), 'bundle-'));
    await project.sh(`cp bundle/main.mjs ${elsewhere} && (cd ${elsewhere} && node main.mjs) && mv ${elsewhere}/dist .`);
    await rm(elsewhere, { recursive: true });
    expect(await readManifests(project)).toEqual(before);
  });

  it('has manifests that pass a strict server-side apply, with webhooks that the operator answers', async () => {
    await project.sh('npm run synth');
    await applyDefinitions(project, 'dist/crds.k8s.yaml');
    await apply(project, 'dist/namespaces.k8s.yaml');
    await apply(project, 'dist/operator.k8s.yaml');
    await expectOperatorWorks(project, 'kubewright-system');
    await apply(project, 'dist/market.k8s.yaml');
    await expectPageReady(project, 'market');
    await endOperator(project, 'kubewright-system');
    // Removes webhooks whose operator has stopped, because they would reject requests of the next project.
    await kubectl(project, 'delete validatingwebhookconfiguration,mutatingwebhookconfiguration --all');
  });
});

describe('a Pulumi program', () => {
  let project: UserProject;

  beforeAll(async () => {
    const others = { typescript: 'jsii/node_modules/typescript' };
    project = await consumers.install({ name: 'pulumi', by: 'deployer', others });
  });

  it('compiles with the types of all libraries checked', async () => {
    expect(parseErrors(await project.sh('npm run build'))).toEqual([]);
  });

  it('registers objects that pass a strict server-side apply, with an operator that serves the page', async () => {
    await project.sh('npm run render');
    await applyDefinitions(project, 'definitions.json');
    await apply(project, 'objects.json');
    await expectOperatorWorks(project, 'stack-system');
    await expectPageReady(project, 'stack');
    await endOperator(project, 'stack-system');
  });
});

describe('the project of an operator author', () => {
  let project: UserProject;

  beforeAll(async () => {
    const others = { typescript: '@typescript/native' };
    project = await consumers.install({ name: 'author', by: 'author', others });
  });

  it('compiles with the types of all libraries checked', async () => {
    expect(parseErrors(await project.sh('npm run build || true'))).toEqual([]);
  });

  it('runs', async () => {
    expect(await project.sh('npm start')).toContain('tables: 4\nWebServer 0 4 function\nkubewright\n');
  });
});

async function applyDefinitions(project: UserProject, file: string): Promise<void> {
  await apply(project, file);
  await kubectl(project, 'wait crd --all --for=condition=Established --timeout=60s');
}

/** The manifests that a project has synthesized, by file. */
async function readManifests({ folder }: UserProject): Promise<ReadonlyMap<string, string>> {
  const files = (await readdir(path.join(folder, 'dist'))).sort();
  const texts = files.map(async (file) => [file, await readFile(path.join(folder, 'dist', file), 'utf8')] as const);
  return new Map(await Promise.all(texts));
}

/** Applies a file as users do; fails if the API server does not know a field. */
async function apply(project: UserProject, file: string): Promise<void> {
  await kubectl(project, `apply --server-side --validate=strict -f ${file}`);
}

async function expectOperatorWorks(project: UserProject, namespace: string): Promise<void> {
  await kubectl(project, `wait deployment --all -n ${namespace} --for=condition=Available --timeout=120s`);
}

async function expectPageReady(project: UserProject, namespace: string): Promise<void> {
  await kubectl(project, `wait webserver/home -n ${namespace} --for=condition=Ready --timeout=120s`);
}

/** Stops the operator: the next project deploys its own. */
async function endOperator(project: UserProject, namespace: string): Promise<void> {
  await kubectl(project, `delete deployment --all -n ${namespace} --cascade=foreground --timeout=120s`);
}

function kubectl(project: UserProject, args: string): Promise<string> {
  project.env['KUBECONFIG'] = cluster.cluster.controlPlane.kubeconfigPath;
  return project.sh(`kubectl ${args}`);
}

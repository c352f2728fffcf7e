import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Pet, WebServer } from '../../../operator/src/kubewright.ts';
import {
  CustomResourceDefinition,
  Deployment,
  LimitRange,
  NetworkPolicy,
  Pod,
  PodDisruptionBudget,
  Secret,
  Service,
} from '../../../operator/runtime/src/kinds/index.ts';
import { findBinaries } from '../../../operator/control-plane/src/control-plane/binaries/find-binaries.ts';
import { root, run } from '../../../scripts/run.ts';
import { findCurrentCondition } from '../../support/conditions.ts';
import { findHelm, type Helm, helmVersions } from '../../support/helm.ts';
import { getPackagedChart } from '../../support/packaged-chart.ts';
import { runDirectory } from '../../support/run-directory.ts';
import { startTestCluster, type TestCluster } from '../../support/test-cluster.ts';
import { until } from '../../support/until.ts';

const namespace = 'kubewright-system';
let own: TestCluster;
let helm: Helm;
let chart: string;

async function expectDone(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await helm(...args);
  expect(`${String(code)} ${code === 0 ? '' : stderr}`).toBe('0 ');
  return stdout;
}

const waiting = ['--namespace', namespace, '--wait', '--timeout', '90s'];

async function listOperandPods(): Promise<readonly string[]> {
  const { items } = await own.client.resource(Pod).list({ namespace: 'default' });
  return items.map(({ metadata }) => metadata.uid).sort();
}

const replicas = async (name: string): Promise<number | undefined> =>
  (await own.client.resource(Deployment).get({ namespace, name })).spec.replicas;

/** Lists the objects that are left of uninstalled operators, except those that must be kept. */
async function listLeftovers(name: string): Promise<readonly string[]> {
  const text = await expectDone('list', '--namespace', namespace, '--short');
  const found = await own.client.resource(Deployment).tryGet({ namespace, name });
  return [...text.split('\n').filter(Boolean), ...(found ? [found.metadata.name] : [])];
}

/** The names of the objects in the namespace of the release, without Helm's own. */
async function listNames(namespace: string): Promise<readonly string[]> {
  const { client } = own;
  const lists = await Promise.all([
    client.resource(LimitRange).list({ namespace }),
    client.resource(NetworkPolicy).list({ namespace }),
    client.resource(PodDisruptionBudget).list({ namespace }),
    client.resource(Secret).list({ namespace }),
    client.resource(Service).list({ namespace }),
  ]);
  const names = lists.flatMap(({ items }) => items.map(({ metadata }) => metadata.name));
  return names.filter((name) => !name.startsWith('sh.helm.release')).sort();
}

/** The labels of a CRD, which an upgrade changes. */
async function getCrdLabels(): Promise<object | undefined> {
  return (await own.client.resource(CustomResourceDefinition).get({ name: 'webservers.my.domain' })).metadata.labels;
}

/** Compares a folder of manifests with the cluster. Returns the output of `kubewright-diff`. */
async function compare(folder: string, ...flags: readonly string[]): Promise<string> {
  const { kubectl } = await findBinaries({ needed: ['kubectl'] });
  const PATH = [path.dirname(kubectl), process.env['PATH']].join(path.delimiter);
  const KUBECACHEDIR = path.join(runDirectory(), 'kube-cache');
  const env = { PATH, KUBECACHEDIR, KUBECONFIG: own.cluster.controlPlane.kubeconfigPath };
  const argv = [process.execPath, path.join(root, 'infra/dist/diff/main.js'), folder, ...flags] as const;
  return (await run({ name: 'diff', argv }, { env })).output;
}

describe.each(helmVersions)('a release of Helm %i', (version) => {
  beforeAll(async () => {
    chart = (await getPackagedChart()).archive;
    own = await startTestCluster();
    helm = await findHelm(own.cluster.controlPlane.kubeconfigPath, version);
  });

  afterAll(async () => {
    await own[Symbol.asyncDispose]();
  });

  it('is installed, and serves custom resources', async () => {
    const notes = await expectDone('install', 'kubewright', chart, '--create-namespace', ...waiting);
    expect(notes).toContain('helm test kubewright --namespace kubewright-system');
    const metadata = { namespace: 'default', name: 'page' };
    const spec = { image: 'nginx:1.23.1', replicas: 1 };
    await until('the WebServer is created', async () => {
      await own.client.resource(WebServer).create({ apiVersion: 'my.domain/v1', kind: 'WebServer', metadata, spec });
      return true;
    });
    await until('it is Ready', async () => {
      const found = await own.client.resource(WebServer).get(metadata);
      return findCurrentCondition(found, 'Ready')?.status === 'True';
    });
  });

  it('passes helm test, which leaves no objects', async () => {
    const text = await expectDone('test', 'kubewright', '--namespace', namespace, '--timeout', '60s');
    expect(text).toMatch(/Phase: +Succeeded/);
    expect((await own.client.resource(Pod).list({ namespace })).items.map(({ metadata }) => metadata.name)).toEqual([
      expect.stringMatching(/^kubewright-[a-z0-9]+-[a-z0-9]+$/),
      expect.stringMatching(/^kubewright-[a-z0-9]+-[a-z0-9]+$/),
    ]);
  });

  it('is compared with a rendered chart by force, and not with manifests', async () => {
    const folder = await mkdtemp(path.join(runDirectory(), 'rendered-'));
    const flags = ['--namespace', namespace, '--no-hooks', '--kube-version', '1.36.4', '--output-dir', folder];
    await expectDone('template', 'kubewright', chart, ...flags);
    expect(await compare(path.join(folder, 'kubewright'), '--force-conflicts')).toBe('templates: no changes\n');
    await expectDone('template', 'kubewright', chart, ...flags, '--set', 'replicas=3');
    const changes = await compare(path.join(folder, 'kubewright'), '--force-conflicts');
    expect(changes).toMatch(/^- +replicas: 2\n\+ +replicas: 3$/m);
    expect(changes).toMatch(/\nsummary: 0 to create, 1 to change\n$/);
    const text = await compare(path.join(root, 'infra/manifests/production'));
    expect(text).toMatch(/^x managed by Helm: CustomResourceDefinition /m);
    expect(text.match(/^managed by Helm: .*helm template.*$/gm)).toHaveLength(1);
    expect(text).not.toContain('onflict with "helm"');
  });

  it('fails helm test while no replica is available', async () => {
    await expectDone('upgrade', 'kubewright', chart, '--set', 'replicas=0', ...waiting);
    const { code, stdout } = await helm('test', 'kubewright', '--namespace', namespace, '--timeout', '60s');
    expect(code).not.toBe(0);
    expect(stdout).toMatch(/Phase: +Failed/);
    await expectDone('rollback', 'kubewright', '1', ...waiting);
  });

  it('is upgraded with its CRDs, rolled back and uninstalled with operands untouched', async () => {
    const pods = await listOperandPods();
    expect(pods).toHaveLength(1);
    const changed = ['replicas=1', 'metrics.plain=true', 'commonLabels.team=web'].flatMap((each) => ['--set', each]);
    await expectDone('upgrade', 'kubewright', chart, ...changed, ...waiting);
    expect(await replicas('kubewright')).toBe(1);
    expect(await getCrdLabels()).toMatchObject({ team: 'web' });
    await expectDone('rollback', 'kubewright', '1', ...waiting);
    expect(await replicas('kubewright')).toBe(2);
    expect(await getCrdLabels()).not.toHaveProperty('team');
    await expectDone('uninstall', 'kubewright', ...waiting);
    expect(await listLeftovers('kubewright')).toEqual([]);
    expect(await listOperandPods()).toEqual(pods);
    expect(await getCrdLabels()).toBeDefined();
  });

  it('takes over a field of another field manager, by force with Helm 4', async () => {
    const { kubectl } = own.cluster.controlPlane;
    await expectDone('install', 'kubewright', chart, ...waiting);
    await kubectl(['scale', 'deployment/kubewright', '--replicas', '3', '-n', namespace]);
    const upgrade = ['upgrade', 'kubewright', chart, '--set', 'replicas=1', ...waiting];
    const { code, stderr } = await helm(...upgrade);
    if (version === 4) {
      expect(code).not.toBe(0);
      expect(stderr).toContain('.spec.replicas');
      await expectDone(...upgrade, '--force-conflicts');
    }
    expect(await replicas('kubewright')).toBe(1);
  });

  it('is rejected with the value to set if another one serves the same custom resources or has the CRDs', async () => {
    const rejected = async (...args: readonly string[]): Promise<string> => {
      const { code, stderr } = await helm(...args, ...waiting);
      expect(code).not.toBe(0);
      return stderr;
    };
    const same = (name: string): string =>
      `would serve the same custom resources as the running installation ${name} in the namespace kubewright-system`;
    const install = ['install', 'second', chart];
    const pets = [...install, '--set', 'controllers={pet}'];
    const apart = ['--set', 'crds.install=false'];
    const upgrade = ['upgrade', 'kubewright', chart, '--reset-values'];
    const others = [...upgrade, '--set', 'controllers={echo,memcached}'];
    expect(await rejected(...install)).toContain(same('kubewright'));
    expect(await rejected(...pets, ...apart)).toContain(same('kubewright'));
    await expectDone(...others, ...waiting);
    const owned = await rejected(...pets);
    expect(owned).toContain('belongs to the installed release kubewright in the namespace kubewright-system');
    expect(owned).toContain('set crds.install=false');
    await expectDone(...pets, ...apart, ...waiting);
    expect(await replicas('second-kubewright')).toBe(2);
    expect(await rejected(...upgrade)).toContain(same('second-kubewright'));
    const limited = [...apart, '--set', 'removalGuard=false', '--set'];
    const third = ['install', 'third', chart, ...limited, 'namespaces={default}'];
    expect(await rejected(...third)).toMatch(/would serve the same custom resources as the running installation/);
    await own.cluster.controlPlane.kubectl(['scale', 'deployment/second-kubewright', '--replicas=0', '-n', namespace]);
    await expectDone(...upgrade, '--dry-run=server', ...waiting);
    await expectDone('uninstall', 'second', ...waiting);
    await expectDone('uninstall', 'kubewright', ...waiting);
  });

  it('of another name takes over the retained CRDs', async () => {
    const pods = await listOperandPods();
    const { code, stderr } = await helm('install', 'second', chart, ...waiting);
    expect(code).not.toBe(0);
    expect(stderr).toContain('cannot be imported into the current release');
    await helm('uninstall', 'second', ...waiting);
    await expectDone('install', 'second', chart, '--take-ownership', ...waiting);
    expect(await replicas('second-kubewright')).toBe(2);
    expect(await listOperandPods()).toEqual(pods);
  });

  it('is not uninstalled while a Pet needs the operator', async () => {
    const metadata = { namespace: 'default', name: 'rex' };
    const spec = { name: 'rex', type: 'dog', birthday: '2021-04-01T00:00:00Z' } as const;
    const pet = { apiVersion: 'petstore.example.com/v1alpha1', kind: 'Pet', metadata, spec } as const;
    await own.client.resource(Pet).create(pet);
    await until('the Pet has its finalizer', async () => {
      const { finalizers = [] } = (await own.client.resource(Pet).get(metadata)).metadata;
      return finalizers.length > 0;
    });
    await until('the operator says that it is needed', async () => {
      const found = await own.client.resource(LimitRange).get({ namespace, name: 'second-kubewright-in-use' });
      return JSON.stringify(found.metadata.annotations ?? {}).includes('default/rex');
    });
    const before = await listNames(namespace);
    const { code, stderr } = await helm('uninstall', 'second', ...waiting);
    expect(code).not.toBe(0);
    expect(stderr).toContain('only it can remove the finalizers of pets.petstore.example.com (default/rex)');
    expect(await listNames(namespace)).toEqual([...before, 'second-kubewright-uninstall'].sort());
    expect(await replicas('second-kubewright')).toBe(2);
    expect(stderr).toContain('or run helm rollback <release> <latest revision>');
  });

  it('can be upgraded after a rejected uninstall once it is rolled back to its latest revision', async () => {
    const upgrade = ['upgrade', 'second', chart, '--set', 'replicas=1', ...waiting];
    const { stderr } = await helm(...upgrade);
    expect(stderr).toContain('has no deployed releases');
    await expectDone('rollback', 'second', '1', ...waiting);
    await expectDone(...upgrade);
    expect(await replicas('second-kubewright')).toBe(1);
  });

  it('is uninstalled once no Pet needs the operator', async () => {
    await own.client.resource(Pet).delete({ namespace: 'default', name: 'rex' }, { propagation: 'Background' });
    await until('the Pet is gone, and helm may uninstall', async () => {
      const { code } = await helm('uninstall', 'second', ...waiting);
      return code === 0;
    });
    expect(await listLeftovers('second')).toEqual([]);
    expect((await listNames(namespace)).filter((each) => each.includes('second'))).toEqual([]);
  });
});

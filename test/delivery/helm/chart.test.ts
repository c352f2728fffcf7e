import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { beforeAll, describe, expect, it } from 'vitest';

import { loadDeclaration, type OperatorDeclaration } from '@kubewright/infra';
import { environments, kubewrightDeclaration } from '@kubewright/infra/catalogue';
import { synthesized } from '@kubewright/infra/helm';

import { findHelm, type HelmSaid } from '../../support/helm.ts';
import { packagedAgain, packagedChart, packagingSays, zooFile } from '../../support/packaged-chart.ts';
import { byTitle } from '../support/by-title.ts';
import { installationOf, pickedAtRandom, randomNumbers, varied } from './chosen-values.ts';
import { CoveringArray } from './covering.ts';
import { expectSame, objectsOf, type Rendering, template } from './rendering.ts';
import { optionsOf } from './samples.ts';

const run = promisify(execFile);
const declaration = kubewrightDeclaration();
let ours: Rendering;
let archive: string;

beforeAll(async () => {
  const [helm, packaged] = await Promise.all([findHelm(), packagedChart()]);
  ours = { helm, chart: packaged.folder, declaration };
  archive = packaged.archive;
});

const render = (values: object): Promise<HelmSaid> =>
  template(ours, { name: 'kubewright', namespace: 'kubewright-system', values });

/** What the constructs refuse, and no other values mend. */
const impossible = [
  'no serviceAccount.name with {"serviceAccount.create":false}',
  '{"serviceAccount.create":false} with {"serviceAccount.annotations":{"kwaccountannotation":"a"}}',
  '{"podDisruptionBudget.maxUnavailable":"37%"} with {"podDisruptionBudget.minAvailable":"38%"}',
  '{"rollingUpdate.maxSurge":0} with no rollingUpdate.maxUnavailable',
  '{"rollingUpdate.maxSurge":0} with {"rollingUpdate.maxUnavailable":0}',
  '{"metrics.plain":true} with {"metrics.secure":true}',
  '{"metrics.plain":true} with {"metrics.certificateSecret":"kwmetricscertificate"}',
  'no metrics.secure with {"metrics.certificateSecret":"kwmetricscertificate"}',
  '{"metrics.secure":false} with {"metrics.certificateSecret":"kwmetricscertificate"}',
];

/** A covering array of all values: each two of them are together once. */
function covering(of: OperatorDeclaration): CoveringArray {
  const random = randomNumbers(20);
  return new CoveringArray({
    options: optionsOf(of).filter(({ samples }) => samples.length > 0),
    mostLevels: 5,
    random,
    make(picked) {
      const installation = installationOf(of, picked, { random, isFitted: true });
      return synthesized(of, installation).faults.length > 0 ? undefined : installation.environment;
    },
  });
}

describe('the chart', () => {
  it('passes helm lint', async () => {
    expect(await ours.helm('lint', ours.chart, '--strict', '--kube-version', '1.36.4')).toMatchObject({ code: 0 });
  });

  it.each(environments)('renders what cdk8s synthesizes for $name', async (environment) => {
    expect(await expectSame(ours, { environment, name: 'kubewright' })).toBe('same');
  });

  it('renders what cdk8s synthesizes for each two values together', async () => {
    const { environments: matrix, pairs, refused } = covering(declaration);
    expect(matrix.length).toBeGreaterThan(60);
    expect(pairs).toBeGreaterThan(10_000);
    expect(refused).toEqual(impossible);
    for (const [index, environment] of matrix.entries()) {
      const name = index % 2 === 0 ? 'kubewright' : 'other-name-of-the-installation';
      expect(await expectSame(ours, varied({ environment, name }))).toBe('same');
    }
  });

  it('refuses what the constructs refuse, with their words', async () => {
    const random = randomNumbers(21);
    const installations = Array.from({ length: 60 }, () =>
      installationOf(declaration, pickedAtRandom(optionsOf(declaration), random), { random, isFitted: false }),
    );
    const refused = installations.filter((each) => synthesized(declaration, each).faults.length > 0);
    expect(refused.length).toBeGreaterThan(30);
    for (const each of refused) expect(await expectSame(ours, each)).toBe('refused');
  });
});

describe("an author's operator", () => {
  const zoo = loadDeclaration(zooFile);

  it('has a chart that passes helm lint, and renders what cdk8s synthesizes', async () => {
    const packaged = await packagedChart(zooFile);
    const rendering = { helm: ours.helm, chart: packaged.archive, declaration: zoo };
    const image = { repository: 'zoo.example/operator' };
    const given = ['--set', `image.repository=${image.repository}`, '--kube-version', '1.36.4'];
    expect(await ours.helm('lint', packaged.folder, '--strict', ...given)).toMatchObject({ code: 0 });
    const random = randomNumbers(22);
    const seen = { same: 0, refused: 0 };
    for (let count = 0; count < 30; count += 1) {
      const picked = pickedAtRandom(optionsOf(zoo), random);
      const { environment, name } = installationOf(zoo, picked, { random, isFitted: true });
      seen[await expectSame(rendering, { name, environment: { ...environment, image } })] += 1;
    }
    expect(seen.same).toBeGreaterThan(15);
  });

  it('needs to be given its image', async () => {
    const { folder } = await packagedChart(zooFile);
    const rendering = { helm: ours.helm, chart: folder, declaration: zoo };
    const { code, stderr } = await template(rendering, { name: 'zoo', namespace: 'zoo', values: {} });
    expect(code).not.toBe(0);
    expect(stderr).toContain('image.repository is missing');
  });
});

describe('packaging', () => {
  it('gives the same bytes each time, with the files of the folder', async () => {
    const again = await packagedAgain();
    expect((await readFile(again.archive)).equals(await readFile(archive))).toBe(true);
    const { stdout } = await run('tar', ['-xzOf', archive, 'kubewright/values.schema.json']);
    expect(stdout).toBe(await readFile(path.join(ours.chart, 'values.schema.json'), 'utf8'));
  });

  it.each([
    [['none.json'], 'none.json'],
    [['package.json'], 'package.json'],
    [['a.json', 'b.json'], 'one declaration at a time'],
    [['--folder', 'x'], "Unknown option '--folder'"],
  ])('refuses %j with how to call it', async (args, text) => {
    const { code, text: said } = await packagingSays(args);
    expect(code).toBe(2);
    expect(said).toContain(text);
    expect(said).toContain('Usage: npm run package:helm');
    expect(said).not.toContain('    at ');
  });
});

describe('values that are null', () => {
  it('are as if they were left out', async () => {
    const values = { replicas: null, image: { tag: null }, webhooks: null, settings: { workers: null }, pod: null };
    const [some, none] = [await render(values), await render({})];
    expect(some.stderr).toBe('');
    expect(some.stdout).toBe(none.stdout);
  });

  it('remove a field of a security context', async () => {
    const values = { pod: { containerSecurityContext: { readOnlyRootFilesystem: null, privileged: false } } };
    const environment = { name: 'patched', namespace: 'kubewright-system', ...values };
    expect(await expectSame(ours, { environment, name: 'kubewright' })).toBe('same');
  });
});

describe('values of the original Echo chart', () => {
  it('that have the same name are taken', async () => {
    const values = {
      nameOverride: '',
      image: { repository: 'ghcr.io/x/y', pullPolicy: 'IfNotPresent', tag: 'v1' },
      resources: {},
    };
    expect(await render(values)).toMatchObject({ code: 0 });
  });

  it.each([
    [{ env: 'production' }, 'settings.logFormat'],
    [{ logLevel: 'info' }, 'set settings.logLevel'],
    [{ numWorkers: 4 }, 'set settings.workers'],
    [{ ha: { enabled: true } }, 'set replicas'],
    [{ monitoring: { enabled: true } }, 'set monitoring to {}'],
    [{ monitoring: { path: '/metrics' } }, 'always /metrics'],
    [{ monitoring: { port: 2112 } }, 'set settings.metricsPort'],
    [{ monitoring: { namespace: 'monitoring' } }, 'in the namespace of the release'],
    [{ monitoring: { interval: '10s' } }, 'set monitoring.scrape.interval'],
    [{ resources: { limits: { cpu: 1 } } }, 'set resources.cpuLimit'],
    [{ nodeSelector: { a: 'b' } }, 'set pod.nodeSelector'],
  ])('%j are refused with what to write', async (values, instead) => {
    const { code, stderr } = await render(values);
    expect(code).not.toBe(0);
    expect(stderr).toContain(instead);
  });

  it('EC-A8 without high availability is one replica', async () => {
    const said = await render({ replicas: 1, controllers: ['echo', 'scheduled-echo'] });
    expect(byTitle(objectsOf(said))['Deployment kubewright-system/kubewright']).toMatchObject({
      spec: { replicas: 1 },
    });
  });

  it('BUG-EC-12 without monitoring needs no Prometheus Operator', async () => {
    expect((await render({})).stdout).not.toContain('monitoring.coreos.com');
  });

  it.each([
    [{ replica: 1 }, 'replica'],
    [{ image: { tag: ':x' } }, 'tag'],
    [{ settings: { workers: 0 } }, 'workers'],
    [{ settings: { petstoreResync: '5 minutes' } }, 'petstoreResync'],
    [{ settings: { leaseDurationSeconds: 5 } }, 'leaseDurationSeconds must be more than'],
    [{ settings: { metricsPort: 8081 } }, 'share the port of health'],
    [{ settings: { webhookPort: 8081 } }, 'port of their own'],
    [{ pod: { env: [{ name: 'WORKERS', value: '1' }] } }, 'use settings.workers'],
    [{ pod: { volumeMounts: [{ name: 'data', mountPath: '/data' }] } }, 'mounts data, which is no volume'],
    [{ pod: { volumes: [{ name: 'tmp', emptyDir: {} }] } }, 'two volumes are named tmp'],
    [{ namespaces: ['kube-system'], webhooks: { certificate: { secret: 'tls' } } }, 'webhooks would check nothing'],
    [{ resources: { memoryRequest: '1Gi', memoryLimit: '1Mi' } }, 'memoryLimit'],
    [{ patches: [] }, '--post-renderer'],
    [{ createsEverywhere: ['pods'] }, 'createsEverywhere misses deployments.apps'],
  ])('%j is refused', async (values, text) => {
    const { code, stderr } = await render(values);
    expect(code).not.toBe(0);
    expect(stderr).toContain(text);
  });
});

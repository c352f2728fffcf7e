import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import type { Environment } from '@kubewright/infra';
import { environments, kubewrightDeclaration } from '@kubewright/infra/catalogue';

import {
  fewer,
  type Installation,
  installationOf,
  optionsOf,
  pickedAtRandom,
  randomNumbers,
  synthesized,
  varied,
} from '../../../infra/src/helm/index.ts';
import { findHelm, type Helm, type HelmSaid } from '../../support/helm.ts';
import { readYaml } from '../../support/read-yaml.ts';
import { packagedChart } from './packaged.ts';

const declaration = kubewrightDeclaration();
const options = optionsOf(declaration);
let helm: Helm;
let chart: string;

interface Addressed {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

beforeAll(async () => {
  helm = await findHelm();
  chart = await packagedChart();
});

async function render(
  values: object,
  { name = 'kubewright', namespace = 'kubewright-system' } = {},
): Promise<HelmSaid> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'values-')), 'values.json');
  await writeFile(file, JSON.stringify({ fullnameOverride: name, ...values }));
  return helm(
    'template',
    name,
    chart,
    '--namespace',
    namespace,
    '--values',
    file,
    '--skip-tests',
    '--kube-version',
    '1.36.4',
  );
}

/** What a release decides is no value. */
function valuesOf(environment: Environment): object {
  const decided = ['name', 'namespace', 'ownNamespace', 'samples', 'samplesNamespace', 'petStore'];
  return Object.fromEntries(Object.entries(environment).filter(([key]) => !decided.includes(key)));
}

function byAddress(objects: readonly unknown[]): Record<string, unknown> {
  const of = ({ kind, metadata }: Addressed): string => `${kind} ${metadata.namespace ?? ''}/${metadata.name}`;
  return Object.fromEntries(objects.map((each) => [of(each as Addressed), each]));
}

async function expectSame({ environment, name }: Installation): Promise<'valid' | 'refused'> {
  const { faults, objects } = synthesized(declaration, { environment, name });
  const { code, stdout, stderr } = await render(valuesOf(environment), { name, namespace: environment.namespace });
  if (faults.length > 0) {
    expect(code).not.toBe(0);
    for (const fault of faults) expect(stderr).toContain(fault);
    return 'refused';
  }
  expect(stderr).toBe('');
  const rendered = readYaml(stdout).filter((each) => each !== null);
  expect(byAddress(rendered)).toEqual(byAddress(objects));
  expect(rendered).toHaveLength(objects.length);
  return 'valid';
}

function pairsOf(paths: readonly string[]): string[] {
  return paths.flatMap((one, index) => paths.slice(index + 1).map((other) => `${one} ${other}`));
}

describe('the chart', () => {
  it('passes helm lint', async () => {
    expect(await helm('lint', chart, '--strict', '--kube-version', '1.36.4')).toMatchObject({ code: 0 });
  });

  it.each(environments)('renders what cdk8s synthesizes for $name', async (environment) => {
    expect(await expectSame({ environment, name: 'kubewright' })).toBe('valid');
  });

  it('renders what cdk8s synthesizes for values of every kind together, and refuses what it refuses', async () => {
    const random = randomNumbers(20);
    const seen = { valid: 0, refused: 0 };
    const pairs = new Set<string>();
    for (let count = 0; count < 100; count += 1) {
      let picked = pickedAtRandom(options, random);
      const next = (): Installation => varied(installationOf(declaration, picked, random));
      let installation = next();
      while (count % 5 > 0 && synthesized(declaration, installation).faults.length > 0) {
        picked = fewer(picked, random);
        installation = next();
      }
      seen[await expectSame(installation)] += 1;
      const paths = [...picked.keys()].map((option) => option.path).sort();
      for (const pair of pairsOf(paths)) pairs.add(pair);
    }
    expect(seen.valid).toBeGreaterThan(60);
    expect(seen.refused).toBeGreaterThan(10);
    expect(pairs.size).toBeGreaterThan(1500);
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
    const { stdout } = await render({ replicas: 1, controllers: ['echo', 'scheduled-echo'] });
    const objects = byAddress(readYaml(stdout).filter((each) => each !== null));
    expect(objects['Deployment kubewright-system/kubewright']).toMatchObject({ spec: { replicas: 1 } });
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
    [{ createsEverywhere: ['pods'] }, 'createsEverywhere misses deployments.apps'],
  ])('%j is refused', async (values, text) => {
    const { code, stderr } = await render(values);
    expect(code).not.toBe(0);
    expect(stderr).toContain(text);
  });
});

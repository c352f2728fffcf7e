import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { App, Chart } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import type { Construct } from 'constructs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Environment } from '../options/index.ts';

import { environments } from '../environments/environments.ts';
import { zoo, zooWithWebhooks } from '../testing/zoo.ts';
import { createManifestsApp, renderManifests, listStages, writeManifests } from './manifests.ts';
import { buildOurManifests, ourOptions } from './our-manifests.ts';

const committed = path.resolve(__dirname, '../../manifests');

let outdir: string;

beforeEach(() => {
  outdir = mkdtempSync(path.join(tmpdir(), 'manifests-'));
});

afterEach(() => {
  rmSync(outdir, { recursive: true, force: true });
});

const listFiles = (directory: string): string[] =>
  globSync('**/*.*', { cwd: directory })
    .map((file) => file.replaceAll(path.sep, '/'))
    .sort();

describe('the committed manifests', () => {
  const rendered = renderManifests(buildOurManifests(), ourOptions);

  it('are exactly the files that a synth writes', () => {
    expect(listFiles(committed)).toEqual([...rendered.keys()].sort());
  });

  it.each([...rendered.keys()])('are identical to the output of a synth: %s', (file) => {
    expect(readFileSync(path.join(committed, file), 'utf8')).toBe(rendered.get(file));
  });
});

describe('writeManifests', () => {
  it('writes the rendered files, which are the same each time', () => {
    const app = createManifestsApp({ environments, app: { outdir } });
    writeManifests(app);
    const first = listFiles(outdir).map((file) => [file, readFileSync(path.join(outdir, file), 'utf8')]);
    writeManifests(createManifestsApp({ environments, app: { outdir } }));
    const second = listFiles(outdir).map((file) => [file, readFileSync(path.join(outdir, file), 'utf8')]);
    expect(second).toEqual(first);
    expect(new Map(first as [string, string][])).toEqual(new Map([...renderManifests(app)].sort()));
  });

  it('writes no file if a construct is invalid', () => {
    const app = new App({ outdir });
    const chart = new Chart(app, 'unit');
    new k8s.KubeNamespace(chart, 'namespace').node.addValidation({ validate: () => ['never valid'] });
    expect(() => writeManifests(app)).toThrow(/never valid/);
    expect(listFiles(outdir)).toEqual([]);
  });
});

const image = { repository: 'zoo.example/operator' };
const berlin: Environment = { name: 'berlin', namespace: 'zoo-system', image };
const prague: Environment = { ...berlin, name: 'prague' };

const readKustomizationResources = (files: ReadonlyMap<string, string>, folder: string): string | undefined =>
  files.get(`${folder}/kustomization.yaml`)?.replace(/^(?:.*\n)*resources:\n/, '');

describe("a user's manifests", () => {
  const addCharts = (scope: Construct, { name }: Environment): void => {
    const chart = new Chart(scope, 'shop');
    if (name === 'berlin') new k8s.KubeNamespace(chart, 'namespace', { metadata: { name: 'shop' } });
  };
  const app = createManifestsApp({ environments: [berlin, prague], declaration: zooWithWebhooks, addCharts });
  const files = renderManifests(app, { comment: 'Written by the zoo.' });

  it('have a folder for each stage with objects, and additional stages last', () => {
    expect(listStages(app).map(({ folder, name, environment }) => [folder, name, environment])).toEqual([
      ['berlin/crds', 'crds', 'berlin'],
      ['berlin/operator', 'operator', 'berlin'],
      ['berlin/shop', 'shop', 'berlin'],
      ['prague/crds', 'crds', 'prague'],
      ['prague/operator', 'operator', 'prague'],
    ]);
    expect(files.has('prague/shop/kustomization.yaml')).toBe(false);
    expect(files.get('berlin/shop/shop.k8s.yaml')).toMatch(
      /^# Written by the zoo\.\napiVersion: v1\nkind: Namespace\n/,
    );
  });

  it('have a kustomization for each environment, without the CRDs', () => {
    expect(readKustomizationResources(files, 'berlin')).toBe('  - operator\n  - shop\n');
    expect(readKustomizationResources(files, 'prague')).toBe('  - operator\n');
  });

  it('include Applications in the health checks for Argo CD', () => {
    expect(files.get('argo-cd/health-checks/health-checks.k8s.yaml')).toContain(
      'resource.customizations.health.argoproj.io_Application: |\n',
    );
  });

  it('omit Argo CD and Flux objects unless the options set them', () => {
    expect([...files.keys()].filter((file) => file.startsWith('flux/') || file.startsWith('argo-cd/berlin'))).toEqual(
      [],
    );
  });

  it('follow the dependencies between charts', () => {
    const ordered = createManifestsApp({
      environments: [berlin],
      declaration: zoo,
      addCharts: (scope) => {
        const [first, second] = ['first', 'second'].map((id) => new Chart(scope, id));
        for (const chart of [first!, second!]) new k8s.KubeNamespace(chart, 'namespace');
        first!.addDependency(second!);
      },
    });
    expect(listStages(ordered).map(({ name }) => name)).toEqual(['crds', 'operator', 'second', 'first']);
  });

  it('require unique environment names', () => {
    expect(() => createManifestsApp({ environments: [{ ...berlin, name: 'flux' }] })).toThrow(
      'an environment cannot be named flux: that folder contains other manifests',
    );
    expect(() => createManifestsApp({ environments: [berlin, berlin] })).toThrow(
      'two environments are named berlin: each needs its own folder',
    );
  });
});

describe('the Applications and Kustomizations of the manifests', () => {
  const app = createManifestsApp({ environments: [berlin, prague], declaration: zoo });
  const gitOps = {
    name: 'zoo',
    path: 'deploy/manifests',
    argoCd: { repository: 'https://git.example/zoo.git' },
    flux: { source: { name: 'zoo' } },
  };
  const files = renderManifests(app, { gitOps });

  it('are in folders for each environment', () => {
    const written = [...files.keys()].filter((file) => /^(argo-cd|flux)\/berlin/.test(file));
    expect(written).toEqual([
      'argo-cd/berlin/application.k8s.yaml',
      'argo-cd/berlin/kustomization.yaml',
      'argo-cd/berlin/units/applications.k8s.yaml',
      'argo-cd/berlin/units/kustomization.yaml',
      'flux/berlin/kustomizations.k8s.yaml',
      'flux/berlin/kustomization.yaml',
    ]);
    expect(readKustomizationResources(files, 'argo-cd/berlin')).toBe('  - application.k8s.yaml\n');
    expect(readKustomizationResources(files, 'argo-cd/berlin/units')).toBe('  - applications.k8s.yaml\n');
    expect(readKustomizationResources(files, 'flux/berlin')).toBe('  - kustomizations.k8s.yaml\n');
  });

  it('are in the namespace of Argo CD, as are its health checks', () => {
    const namespace = 'delivery';
    const moved = renderManifests(app, { gitOps: { ...gitOps, argoCd: { ...gitOps.argoCd, namespace } } });
    const written = [...moved].filter(([file]) => /^argo-cd\/.*\.k8s\.yaml$/.test(file));
    expect(written.map(([file]) => file)).toContain('argo-cd/health-checks/health-checks.k8s.yaml');
    for (const [, text] of written) {
      expect(text).toMatch(/^  namespace: delivery$/m);
      expect(text).not.toMatch(/^  namespace: argocd$/m);
    }
  });

  it('have unique names', () => {
    const ambiguous = createManifestsApp({
      environments: [berlin, { ...berlin, name: 'berlin-crds' }],
      declaration: zoo,
    });
    expect(() => renderManifests(ambiguous, { gitOps })).toThrow(
      'Application zoo-berlin-crds would exist twice: rename an environment or a chart',
    );
  });

  it('refer to written folders', () => {
    const written = [...files].filter(([file]) => /^(argo-cd|flux)\/(berlin|prague)/.test(file));
    const paths = written.flatMap(([, text]) => [...text.matchAll(/^\s+path: (?:\.\/)?(.*)$/gm)]);
    expect(paths).toHaveLength(10);
    for (const [, path] of paths) {
      expect([...files.keys()]).toContain(`${path!.replace('deploy/manifests/', '')}/kustomization.yaml`);
    }
  });
});

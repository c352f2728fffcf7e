import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { App, Chart } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { environments } from '../environments/index.ts';
import { manifestsApp } from './manifests-app.ts';
import { renderManifests, writeManifests } from './write-manifests.ts';

const committed = path.resolve(__dirname, '../../manifests');

let outdir: string;

beforeEach(() => {
  outdir = mkdtempSync(path.join(tmpdir(), 'manifests-'));
});

afterEach(() => {
  rmSync(outdir, { recursive: true, force: true });
});

const filesIn = (directory: string): string[] =>
  globSync('**/*.*', { cwd: directory })
    .map((file) => file.replaceAll(path.sep, '/'))
    .sort();

describe('the committed manifests', () => {
  const rendered = renderManifests(manifestsApp(environments));

  it('are exactly the files that a synth writes', () => {
    expect(filesIn(committed)).toEqual([...rendered.keys()].sort());
  });

  it.each([...rendered.keys()])('are identical to the output of a synth: %s', (file) => {
    expect(readFileSync(path.join(committed, file), 'utf8')).toBe(rendered.get(file));
  });

  it('have a folder with a kustomization for each unit of each environment', () => {
    for (const { name, ...environment } of environments) {
      const store = 'petStore' in environment ? ['pet-store'] : [];
      const samples = 'samples' in environment ? [] : ['samples'];
      for (const unit of ['crds', 'operator', ...store, ...samples]) {
        const kustomization = rendered.get(`${name}/${unit}/kustomization.yaml`) ?? '';
        expect(kustomization).toContain(`kind: Kustomization\nresources:\n  - ${unit}.k8s.yaml\n`);
        expect(existsSync(path.join(committed, name, unit, `${unit}.k8s.yaml`))).toBe(true);
      }
    }
  });
});

describe('writeManifests', () => {
  it('writes the rendered files, identical each time', () => {
    const app = manifestsApp(environments, { outdir });
    writeManifests(app);
    const first = filesIn(outdir).map((file) => [file, readFileSync(path.join(outdir, file), 'utf8')]);
    writeManifests(manifestsApp(environments, { outdir }));
    const second = filesIn(outdir).map((file) => [file, readFileSync(path.join(outdir, file), 'utf8')]);
    expect(second).toEqual(first);
    expect(new Map(first as [string, string][])).toEqual(new Map([...renderManifests(app)].sort()));
  });

  it('writes no file if a construct is invalid', () => {
    const app = new App({ outdir });
    const chart = new Chart(app, 'unit');
    new k8s.KubeNamespace(chart, 'namespace').node.addValidation({ validate: () => ['never valid'] });
    expect(() => writeManifests(app)).toThrow(/never valid/);
    expect(filesIn(outdir)).toEqual([]);
  });
});

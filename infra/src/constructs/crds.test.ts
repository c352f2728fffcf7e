import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { App, Chart, Yaml } from 'cdk8s';
import { describe, expect, it } from 'vitest';

import { type DeclaredCrd, getKubewrightDeclaration, type OperatorDeclaration } from '../declaration/index.ts';
import { type Synthesized, synthObjects } from '../testing/synth-objects.ts';
import { zoo, zooFile } from '../testing/zoo.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { CustomResourceDefinitions } from './crds.ts';

const synthCrds = (declaration?: OperatorDeclaration, keep?: boolean): Synthesized[] =>
  synthObjects((chart) => {
    const props = { ...(declaration && { declaration }), ...(keep !== undefined && { keep }) };
    return new CustomResourceDefinitions(chart, 'crds', { rollbackGuard: false, ...props });
  }, 'somewhere');

describe('CustomResourceDefinitions', () => {
  it.each([
    ['our CRD files', getKubewrightDeclaration(), path.resolve(__dirname, '../../../operator/declaration.json')],
    ["a user's CRD files", zoo, zooFile],
  ])('do not change the spec of %s, even in a round trip through YAML', (_, declaration, file) => {
    const { apis } = JSON.parse(readFileSync(file, 'utf8')) as { apis: { crd: string }[] };
    const texts = apis.map(({ crd }) => readFileSync(path.join(path.dirname(file), crd), 'utf8'));
    const sources = readYaml(texts) as Synthesized[];
    const definitions = synthCrds(declaration);
    const written = readBack(definitions);
    expect(definitions.map(({ spec }) => spec as unknown)).toEqual(sources.map(({ spec }) => spec as unknown));
    expect(written.map(({ spec }) => spec as unknown)).toEqual(sources.map(({ spec }) => spec as unknown));
  });

  it('are the CRDs of our operators by default', () => {
    expect(synthCrds().map(({ metadata }) => metadata.name)).toEqual(
      getKubewrightDeclaration().apis.map(({ plural, group }) => `${plural}.${group}`),
    );
  });

  it('have no namespace, even if the chart has one', () => {
    expect(synthCrds(zoo).filter(({ metadata }) => 'namespace' in metadata)).toEqual([]);
  });

  it('retain their annotations, and get annotations that prevent pruning', () => {
    expect(synthCrds(zoo)[0]?.metadata.annotations).toEqual({
      'zoo.example/generated': 'true',
      'argocd.argoproj.io/sync-options': 'Prune=false,ServerSideApply=true',
      'helm.sh/resource-policy': 'keep',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
    });
  });

  it('get no annotations against pruning if keep is false', () => {
    expect(synthCrds(zoo, false)[0]?.metadata.annotations).toEqual({ 'zoo.example/generated': 'true' });
  });

  it('are listed in the property names', () => {
    let names: readonly string[] = [];
    synthObjects((chart) => (names = new CustomResourceDefinitions(chart, 'crds', { declaration: zoo }).names));
    expect(names).toEqual(['animals.zoo.example', 'parks.zoo.example']);
  });

  it('throw if the CRD is not of the declared kind', () => {
    const [animal, park] = zoo.apis;
    const wrong = { ...zoo, apis: [{ ...animal!, crd: park!.crd }] };
    expect(() => synthCrds(wrong)).toThrow(
      'the CRD of Animal must be the CustomResourceDefinition animals.zoo.example of kind Animal, but is CustomResourceDefinition parks.zoo.example',
    );
  });

  it('throw with a hint if the declaration contains a file path', () => {
    const unread = { ...zoo, apis: [{ ...zoo.apis[0]!, crd: 'crds/animals.yaml' }] };
    expect(() => synthCrds(unread)).toThrow(
      'the CRD of Animal in the declaration is a file path, crds/animals.yaml: read the declaration with loadDeclaration()',
    );
  });

  it('fail the synth if cdk8s would write a string that kubectl reads as another value', () => {
    withFolder((folder) => {
      const app = new App({ outdir: folder });
      const [, park] = zoo.apis;
      const crd = { ...(park!.crd as DeclaredCrd), extra: { description: '0o17' } };
      const declaration = { ...zoo, apis: [{ ...park!, crd }] };
      new CustomResourceDefinitions(new Chart(app, 'crds'), 'crds', { declaration });
      expect(() => {
        app.synth();
      }).toThrow(
        'parks.zoo.example: cdk8s writes "0o17" without quotes, and kubectl reads it as another value: use another string',
      );
    });
  });
});

/** Writes the objects as YAML and reads them again. */
function readBack(objects: readonly Synthesized[]): Synthesized[] {
  return withFolder((folder) => {
    const file = path.join(folder, 'crds.yaml');
    Yaml.save(file, [...objects]);
    return Yaml.load(file) as Synthesized[];
  });
}

function withFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), 'crds-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

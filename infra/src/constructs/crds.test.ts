import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { Yaml } from 'cdk8s';
import { describe, expect, it } from 'vitest';

import { kubewrightDeclaration, type OperatorDeclaration } from '../declaration/index.ts';
import { type Synthesized, synthesized, zoo } from '../testing/index.ts';
import { CustomResourceDefinitions } from './crds.ts';
import { readManifests } from './read-manifests.ts';

const definitionsOf = (declaration?: OperatorDeclaration, keep?: boolean): Synthesized[] =>
  synthesized((chart) => {
    const props = { ...(declaration && { declaration }), ...(keep !== undefined && { keep }) };
    return new CustomResourceDefinitions(chart, 'crds', props);
  }, 'somewhere');

describe('CustomResourceDefinitions', () => {
  it.each([
    ['ours', kubewrightDeclaration()],
    ["a stranger's", zoo],
  ])('are %s to the letter, as YAML too', (_, declaration) => {
    const sources = readManifests(declaration.apis.map(({ crd }) => crd)) as Synthesized[];
    const definitions = definitionsOf(declaration);
    const written = readBack(definitions);
    expect(definitions.map(({ spec }) => spec as unknown)).toEqual(sources.map(({ spec }) => spec as unknown));
    expect(written.map(({ spec }) => spec as unknown)).toEqual(sources.map(({ spec }) => spec as unknown));
  });

  it('are our own by default', () => {
    expect(definitionsOf().map(({ metadata }) => metadata.name)).toEqual(
      kubewrightDeclaration().apis.map(({ plural, group }) => `${plural}.${group}`),
    );
  });

  it('carry no namespace, even if the chart has one', () => {
    expect(definitionsOf(zoo).filter(({ metadata }) => 'namespace' in metadata)).toEqual([]);
  });

  it('keep their annotations and are never pruned', () => {
    expect(definitionsOf(zoo)[0]?.metadata.annotations).toEqual({
      'zoo.example/generated': 'true',
      'argocd.argoproj.io/sync-options': 'Prune=false,ServerSideApply=true',
      'helm.sh/resource-policy': 'keep',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
    });
  });

  it('may be pruned if they need not be kept', () => {
    expect(definitionsOf(zoo, false)[0]?.metadata.annotations).toEqual({ 'zoo.example/generated': 'true' });
  });

  it('are those of the apis that are left in the declaration', () => {
    const parks = { ...zoo, apis: zoo.apis.filter(({ kind }) => kind === 'Park') };
    expect(definitionsOf(parks).map(({ metadata }) => metadata.name)).toEqual(['parks.zoo.example']);
  });

  it('tell their names', () => {
    let names: readonly string[] = [];
    synthesized((chart) => (names = new CustomResourceDefinitions(chart, 'crds', { declaration: zoo }).names));
    expect(names).toEqual(['animals.zoo.example', 'parks.zoo.example']);
  });

  it('fail if the file has another kind than the declaration', () => {
    const [animal, park] = zoo.apis;
    const wrong = { ...zoo, apis: [{ ...animal!, crd: park!.crd }] };
    expect(() => definitionsOf(wrong)).toThrow(
      /^failed to find the CustomResourceDefinition animals\.zoo\.example of kind Animal: .*parks\.yaml has none$/,
    );
  });

  it('fail with a hint if the path is relative', () => {
    const relative = { ...zoo, apis: [{ ...zoo.apis[0]!, crd: 'crds/animals.yaml' }] };
    expect(() => definitionsOf(relative)).toThrow(
      'failed to read the manifest crds/animals.yaml; it is looked for in the working directory: use loadDeclaration()',
    );
  });

  it('fail if the declaration is not one', () => {
    const wrong = { ...zoo, apis: 'all' } as unknown as OperatorDeclaration;
    expect(() => definitionsOf(wrong)).toThrow('apis must be a list, but is "all"');
  });
});

/** What another program reads in the YAML. */
function readBack(objects: readonly Synthesized[]): Synthesized[] {
  const directory = mkdtempSync(path.join(tmpdir(), 'crds-'));
  try {
    const file = path.join(directory, 'crds.yaml');
    Yaml.save(file, [...objects]);
    return Yaml.load(file) as Synthesized[];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

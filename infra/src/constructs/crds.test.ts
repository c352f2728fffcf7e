import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { App, Chart, Yaml } from 'cdk8s';
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
    ["a user's", zoo],
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

  it('are only those of the APIs in the declaration', () => {
    const parks = { ...zoo, apis: zoo.apis.filter(({ kind }) => kind === 'Park') };
    expect(definitionsOf(parks).map(({ metadata }) => metadata.name)).toEqual(['parks.zoo.example']);
  });

  it('give their names', () => {
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

  it('fail if two versions of YAML read the file differently', () => {
    inFolder((folder) => {
      const park = changedPark(folder, "description: 'on'", 'description: on');
      expect(() => definitionsOf(park)).toThrow('description is true in YAML 1.1 and "on" in YAML 1.2');
    });
  });

  // id: chart-writes-what-kubectl-misreads
  it('fail to be synthesized if cdk8s would write them so that kubectl reads something else', () => {
    inFolder((folder) => {
      const app = new App({ outdir: folder });
      const declaration = changedPark(folder, "description: 'on'", "description: '0o17'");
      new CustomResourceDefinitions(new Chart(app, 'crds'), 'crds', { declaration });
      expect(() => {
        app.synth();
      }).toThrow('parks.zoo.example: cdk8s writes "0o17" so that kubectl reads something else: choose another word');
    });
  });

  it('fail if the declaration is invalid', () => {
    const wrong = { ...zoo, apis: 'all' } as unknown as OperatorDeclaration;
    expect(() => definitionsOf(wrong)).toThrow('apis must be a list, but is "all"');
  });
});

/** What another program reads in the YAML. */
function readBack(objects: readonly Synthesized[]): Synthesized[] {
  return inFolder((folder) => {
    const file = path.join(folder, 'crds.yaml');
    Yaml.save(file, [...objects]);
    return Yaml.load(file) as Synthesized[];
  });
}

/** The zoo with its parks only, whose definition has another text in `folder`. */
function changedPark(folder: string, before: string, after: string): OperatorDeclaration {
  const [, park] = zoo.apis;
  const crd = path.join(folder, 'parks.yaml');
  const text = Yaml.stringify(...readManifests([park!.crd])).replace(
    'kind: CustomResourceDefinition',
    `$&\nextra: { ${before} }`,
  );
  writeFileSync(crd, text.replace(before, after));
  return { ...zoo, apis: [{ ...park!, crd }] };
}

function inFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), 'crds-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

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
    ['our CRD files', kubewrightDeclaration()],
    ["a user's CRD files", zoo],
  ])('have the spec of %s unchanged, also after a round trip through YAML', (_, declaration) => {
    const sources = readManifests(declaration.apis.map(({ crd }) => crd)) as Synthesized[];
    const definitions = definitionsOf(declaration);
    const written = readBack(definitions);
    expect(definitions.map(({ spec }) => spec as unknown)).toEqual(sources.map(({ spec }) => spec as unknown));
    expect(written.map(({ spec }) => spec as unknown)).toEqual(sources.map(({ spec }) => spec as unknown));
  });

  it('are the CRDs of our operators by default', () => {
    expect(definitionsOf().map(({ metadata }) => metadata.name)).toEqual(
      kubewrightDeclaration().apis.map(({ plural, group }) => `${plural}.${group}`),
    );
  });

  it('have no namespace, even if the chart has one', () => {
    expect(definitionsOf(zoo).filter(({ metadata }) => 'namespace' in metadata)).toEqual([]);
  });

  it('keep their annotations, and get annotations that prevent pruning', () => {
    expect(definitionsOf(zoo)[0]?.metadata.annotations).toEqual({
      'zoo.example/generated': 'true',
      'argocd.argoproj.io/sync-options': 'Prune=false,ServerSideApply=true',
      'helm.sh/resource-policy': 'keep',
      'kustomize.toolkit.fluxcd.io/prune': 'disabled',
    });
  });

  it('get no annotations against pruning if keep is false', () => {
    expect(definitionsOf(zoo, false)[0]?.metadata.annotations).toEqual({ 'zoo.example/generated': 'true' });
  });

  it('are only the CRDs of the APIs in the declaration', () => {
    const parks = { ...zoo, apis: zoo.apis.filter(({ kind }) => kind === 'Park') };
    expect(definitionsOf(parks).map(({ metadata }) => metadata.name)).toEqual(['parks.zoo.example']);
  });

  it('are listed in the property names', () => {
    let names: readonly string[] = [];
    synthesized((chart) => (names = new CustomResourceDefinitions(chart, 'crds', { declaration: zoo }).names));
    expect(names).toEqual(['animals.zoo.example', 'parks.zoo.example']);
  });

  it('throw if the file has no CRD of the declared kind', () => {
    const [animal, park] = zoo.apis;
    const wrong = { ...zoo, apis: [{ ...animal!, crd: park!.crd }] };
    expect(() => definitionsOf(wrong)).toThrow(
      /failed to find the CustomResourceDefinition animals\.zoo\.example of kind Animal: .*parks\.yaml has none$/,
    );
  });

  it('throw with a hint if the path is relative', () => {
    const relative = { ...zoo, apis: [{ ...zoo.apis[0]!, crd: 'crds/animals.yaml' }] };
    expect(() => definitionsOf(relative)).toThrow(
      'failed to read the manifest crds/animals.yaml; it is looked for in the working directory: use loadDeclaration()',
    );
  });

  it('throw if the file means something else in YAML 1.1 than in YAML 1.2', () => {
    inFolder((folder) => {
      const park = changedPark(folder, "description: 'on'", 'description: on');
      expect(() => definitionsOf(park)).toThrow('description is true in YAML 1.1 and "on" in YAML 1.2');
    });
  });

  // id: chart-writes-what-kubectl-misreads
  it('fail the synth if cdk8s would write a string that kubectl reads as something else', () => {
    inFolder((folder) => {
      const app = new App({ outdir: folder });
      const declaration = changedPark(folder, "description: 'on'", "description: '0o17'");
      new CustomResourceDefinitions(new Chart(app, 'crds'), 'crds', { declaration });
      expect(() => {
        app.synth();
      }).toThrow('parks.zoo.example: cdk8s writes "0o17" so that kubectl reads something else: choose another word');
    });
  });

  it('throw if the declaration is invalid', () => {
    const wrong = { ...zoo, apis: 'all' } as unknown as OperatorDeclaration;
    expect(() => definitionsOf(wrong)).toThrow('apis must be a list, but is "all"');
  });
});

/** The objects after they were written as YAML and read again. */
function readBack(objects: readonly Synthesized[]): Synthesized[] {
  return inFolder((folder) => {
    const file = path.join(folder, 'crds.yaml');
    Yaml.save(file, [...objects]);
    return Yaml.load(file) as Synthesized[];
  });
}

/** The zoo with the API Park only. Its CRD file, in `folder`, has the text `after` instead of `before`. */
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

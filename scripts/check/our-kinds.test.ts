import path from 'node:path';

import * as catalogue from '@kubewright/infra/catalogue';
import { describe, expect, it } from 'vitest';

import { tours } from '../../operator/demo/tours/tours.ts';
import { getPagePath } from '../../operator/generate/src/docs/pages.ts';
import { isApi } from '../../operator/runtime/src/api/index.ts';
import * as operator from '../../operator/src/kubewright.ts';
import { examples } from '../../test/support/kinds/kinds.ts';
import { readManifests } from '../../test/support/manifests.ts';
import { listRepositoryFiles, readRepositoryText } from '../files.ts';
import { sectionOf } from './docs.ts';

const present = await listRepositoryFiles();
const samples = readManifests('embedded', 'samples').map(({ kind }) => kind);
const kinds = operator.kubewright.controllers.map((controller) => ({ controller, kind: controller.api.kind }));

/** The handwritten files of a new kind besides its tests, for the folder of its version and its name. */
function filesOf(version: string, name: string): readonly string[] {
  return [
    `operator/src/apis/${version}/${name}.ts`,
    ...['controller', 'desired', 'status'].map((file) => `operator/src/controllers/${name}/${file}.ts`),
    'operator/src/kubewright.ts',
    ...['infra/src/constructs/our-kinds.ts', 'infra/src/catalogue/index.ts'],
    `operator/demo/tours/${name}.ts`,
    `operator/docs/${name}.md`,
    `test/support/kinds/${name}.ts`,
  ];
}

describe('the recipe for a new kind', () => {
  it('names its ten files', () => {
    const recipe = sectionOf(readRepositoryText('CONTRIBUTING.md'), 'Recipe: add an API');
    const isNamed = (file: string): boolean =>
      recipe.includes(`\`${file}\``) ||
      (recipe.includes(`\`${path.dirname(file)}/\``) && recipe.includes(`\`${path.basename(file)}\``));
    const files = filesOf('example.com/v1', 'cafe');
    expect(files.filter((file) => !isNamed(file))).toEqual([]);
    expect(files).toHaveLength(10);
  });
});

describe.each(kinds)('our kind $kind', ({ controller, kind }) => {
  it('has the files of the recipe', () => {
    const { api, name } = controller;
    const stored = isApi(api) ? api.crd.spec.versions[0]?.name : undefined;
    const wanted = filesOf(`${api.group}/${stored ?? ''}`, name);
    // Echo and ScheduledEcho share a tour.
    expect(wanted.filter((file) => !file.startsWith('operator/demo/') && !present.includes(file))).toEqual([]);
  });

  it('is exported with its controller', () => {
    expect(operator).toHaveProperty(kind, controller.api);
    expect(Object.values(operator)).toContain(controller);
  });

  it('is in the catalogue, with a sample', () => {
    expect(catalogue).toHaveProperty(kind);
    expect(samples).toContain(kind);
  });

  it('has a tour in npm start', () => {
    expect(tours.flatMap((tour) => tour.kinds)).toContain(kind);
  });

  it('has a page with its fields', () => {
    expect(readRepositoryText(`operator/${getPagePath(controller.api)}`)).toContain('\n<!-- fields -->\n');
  });

  it('is part of the tests of every kind', () => {
    expect(examples.map(({ victim }) => victim.api)).toContain(controller.api);
    expect(examples.map(({ churn }) => churn.api)).toContain(controller.api);
    expect(examples.map(({ crash }) => crash.controller)).toContain(controller);
  });
});

import * as catalogue from '@kubewright/infra/catalogue';
import { describe, expect, it } from 'vitest';

import { tours } from '../../operator/demo/tours/tours.ts';
import { pagePath } from '../../operator/generate/src/docs/pages.ts';
import * as operator from '../../operator/src/kubewright.ts';
import { examples } from '../../test/support/kinds/kinds.ts';
import { readManifests } from '../../test/support/manifests.ts';
import { textOf } from '../files.ts';

const samples = readManifests('embedded', 'samples').map(({ kind }) => kind);
const kinds = operator.kubewright.controllers.map((controller) => ({ controller, kind: controller.api.kind }));

/** The files of CONTRIBUTING.md's recipe for a new kind. */
describe.each(kinds)('our kind $kind', ({ controller, kind }) => {
  it('is exported with its controller', () => {
    expect(operator).toHaveProperty(kind, controller.api);
    expect(Object.values(operator)).toContain(controller);
  });

  it('is in the catalogue, with a sample', () => {
    expect(catalogue).toHaveProperty(kind);
    expect(samples).toContain(kind);
  });

  it('is shown by a tour of npm start', () => {
    expect(tours.flatMap((tour) => tour.kinds)).toContain(kind);
  });

  it('has a page with its fields', () => {
    expect(textOf(`operator/${pagePath(controller.api)}`)).toContain('\n<!-- fields -->\n');
  });

  it('is an example for the tests of every kind', () => {
    expect(examples.map(({ victim }) => victim.api)).toContain(controller.api);
    expect(examples.map(({ churn }) => churn.api)).toContain(controller.api);
    expect(examples.map(({ crash }) => crash.controller)).toContain(controller);
  });
});

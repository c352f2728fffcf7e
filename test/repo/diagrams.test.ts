import path from 'node:path';

import { App } from 'cdk8s';
import { describe, expect, it } from 'vitest';

import { CrdsChart, loadDeclaration, OperatorChart } from '@kubewright/infra';
import { chartUnit, environmentPage } from '@kubewright/infra/pages';

import { diagramsIn, errorIn } from './diagrams.ts';
import { repositoryFiles, textOf } from './files.ts';
import { root } from './run.ts';

const pages = (await repositoryFiles()).filter((file) => file.endsWith('.md'));
const diagrams = pages.flatMap((page) =>
  diagramsIn(textOf(page)).map((text, index) => [`${page} ${String(index + 1)}`, text] as const),
);

describe('the diagrams of the documentation', () => {
  it('are the code blocks in Mermaid', () => {
    expect(diagramsIn('# A\n\n```mermaid\nflowchart LR\n  a --> b\n```\n\n```ts\nb;\n```\n')).toEqual([
      'flowchart LR\n  a --> b\n',
    ]);
    expect(diagrams.length).toBeGreaterThan(3);
  });

  it.each(diagrams)('are valid Mermaid: %s', async (_, text) => {
    expect(await errorIn(text)).toBeUndefined();
  });

  it('are reported with the error of the Mermaid parser if they are invalid', async () => {
    expect(await errorIn('flowchart LR\n  a --> b\n  b --\n')).toMatch(/^Parse error on line \d+:\n.*b --/);
    expect(await errorIn('flow LR\n')).toMatch(/No diagram type/);
    expect(await errorIn('sequenceDiagram\n  A->>: nobody\n')).toMatch(/^Parse error on line \d+:\n.*nobody/);
  });

  it("are valid on the page about an environment of somebody else's operator", async () => {
    const declaration = loadDeclaration(path.join(root, 'infra/fixtures/zoo/declaration.json'));
    const image = { repository: 'zoo.example/operator' };
    const environment = { name: 'berlin', namespace: 'zoo', image, metrics: { secure: true } } as const;
    const app = new App();
    const props = { declaration, environment };
    const units = [new CrdsChart(app, 'crds', props), new OperatorChart(app, 'operator', props)].map(chartUnit);
    const [picture = '', ...more] = diagramsIn(environmentPage({ name: 'berlin', units, declaration }));
    expect(more).toEqual([]);
    expect(picture).toContain('Deployment');
    expect(await errorIn(picture)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';

import { diagramsIn, errorIn } from './diagrams.ts';
import { repositoryFiles, textOf } from '../files.ts';

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
});

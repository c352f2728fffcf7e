import { describe, expect, it } from 'vitest';

import { diagramsIn, errorIn } from './diagrams.ts';
import { repositoryFiles, textOf } from './files.ts';

const pages = (await repositoryFiles()).filter((file) => file.endsWith('.md'));
const diagrams = pages.flatMap((page) =>
  diagramsIn(textOf(page)).map((text, index) => [`${page} ${String(index + 1)}`, text] as const),
);

describe('the diagrams of the pages', () => {
  it('are the blocks in Mermaid', () => {
    expect(diagramsIn('# A\n\n```mermaid\nflowchart LR\n  a --> b\n```\n\n```ts\nb;\n```\n')).toEqual([
      'flowchart LR\n  a --> b\n',
    ]);
    expect(diagrams.length).toBeGreaterThan(3);
  });

  it.each(diagrams)('are what mermaid can parse: %s', async (_, text) => {
    expect(await errorIn(text)).toBeUndefined();
  });

  it('are refused in words where mermaid cannot', async () => {
    expect(await errorIn('flowchart LR\n  a --> b\n  b --\n')).toMatch(/^Parse error on line \d+:\n.*b --/);
    expect(await errorIn('flow LR\n')).toMatch(/No diagram type/);
    expect(await errorIn('sequenceDiagram\n  A->>: nobody\n')).toMatch(/^Parse error on line \d+:\n.*nobody/);
  });
});

import { describe, expect, it } from 'vitest';

import { listDiagrams, findDiagramError } from './diagrams.ts';
import { listRepositoryFiles, readRepositoryText } from '../files.ts';

const pages = (await listRepositoryFiles()).filter((file) => file.endsWith('.md'));
const diagrams = pages.flatMap((page) =>
  listDiagrams(readRepositoryText(page)).map((text, index) => [`${page} ${String(index + 1)}`, text] as const),
);

describe('the diagrams of the documentation', () => {
  it('are the code blocks in Mermaid', () => {
    expect(listDiagrams('# A\n\n```mermaid\nflowchart LR\n  a --> b\n```\n\n```ts\nb;\n```\n')).toEqual([
      'flowchart LR\n  a --> b\n',
    ]);
    expect(diagrams.length).toBeGreaterThan(3);
  });

  it.each(diagrams)('are valid Mermaid: %s', async (_, text) => {
    expect(await findDiagramError(text)).toBeUndefined();
  });

  it('are reported with the error of the Mermaid parser if they are invalid', async () => {
    expect(await findDiagramError('flowchart LR\n  a --> b\n  b --\n')).toMatch(/^Parse error on line \d+:\n.*b --/);
    expect(await findDiagramError('flow LR\n')).toMatch(/No diagram type/);
    expect(await findDiagramError('sequenceDiagram\n  A->>: missing\n')).toMatch(
      /^Parse error on line \d+:\n.*missing/,
    );
  });
});

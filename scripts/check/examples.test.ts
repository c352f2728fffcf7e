import { describe, expect, it } from 'vitest';

import { isChapter, isPage } from './docs.ts';
import { parseCommands, compileExamples, parseExamples, parseFiles } from './examples.ts';
import { listRepositoryFiles, readRepositoryText } from '../files.ts';

const pages = (await listRepositoryFiles()).filter((file) => isPage(file) && !isChapter(file));

/** The folder in which a page's examples are compiled. @default - their own project */
const folders: Record<string, string> = { 'CONTRIBUTING.md': 'operator/src/apis/example.com/v1' };

const examples = pages.flatMap((page) => parseExamples(readRepositoryText(page), folders[page] ?? `test/${page}`));

describe('the examples of the documentation', () => {
  it('are the TypeScript blocks that begin with an import', () => {
    const page = '```ts\nimport a from "a";\n```\n\n```ts\nconst b = 1;\n```\n\n```sh\nimport c\n```\n';
    expect(parseExamples(page, 'test').map(({ text }) => text)).toEqual(['import a from "a";\n']);
    const listed = '1. One:\n\n   ```ts\n   import a from "a";\n\n   a({\n     b: 1,\n   });\n   ```\n';
    expect(parseExamples(listed, 'test').map(({ text }) => text)).toEqual([
      'import a from "a";\n\na({\n  b: 1,\n});\n',
    ]);
  });

  it('get the path that the heading above them names', () => {
    const page =
      '### `src/a.ts`\n\nSays what.\n\n```ts\nimport "b";\n```\n\n### `b.json`\n\n## Run\n\n```sh\nnpm test\n```\n';
    expect([...parseFiles(page)]).toEqual([['src/a.ts', 'import "b";\n']]);
    expect(parseExamples(page, '/test').map(({ file }) => file)).toEqual([expect.stringMatching(/test\/src\/a\.ts$/)]);
    expect(parseCommands(page, 'Run')).toEqual(['npm test\n']);
  });

  it('have the controller that `kubewright init` writes, in README.md', () => {
    expect(readRepositoryText('README.md')).toContain(
      `\n\`\`\`ts\n${readRepositoryText('cli/template/src/cafe.ts')}\`\`\`\n`,
    );
  });

  it('all compile', { timeout: 60_000 }, () => {
    const wrong = "import { defineApi } from '@kubewright/runtime';\ndefineApi({ group: 1 });\n";
    const errors = compileExamples([...examples, ...parseExamples(`\`\`\`ts\n${wrong}\`\`\`\n`, 'test/wrong')]);
    expect(errors.filter((error) => !error.startsWith('test/wrong'))).toEqual([]);
    expect(errors).toContainEqual(expect.stringMatching(/^test\/wrong\/example-1\.ts:2: /));
    expect(examples.length).toBeGreaterThan(3);
  });
});

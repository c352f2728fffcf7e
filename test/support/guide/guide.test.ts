import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';

import { listRepositoryFiles, readRepositoryText } from '../../../scripts/files.ts';
import { root } from '../../../scripts/run.ts';
import { projectFolder, readChapters } from './chapters.ts';
import { countWritten, type Files, followPage } from './follow-page.ts';
import { parsePage } from './page.ts';

const chapters = await readChapters();
const mostWritten = 60;

describe('a page of the guide', () => {
  const files = new Map([['src/a.ts', 'one;\ntwo;\n\nthree;\n']]);
  const follow = (page: string) => followPage(files, parsePage(page)).get('src/a.ts');

  it('changes a file that the paragraph above the change names', () => {
    const change = 'In `src/a.ts`, count on:\n\n```diff\n one;\n-two;\n+2;\n@@\n\n three;\n+four;\n```\n';
    expect(follow(change)).toBe('one;\n2;\n\nthree;\nfour;\n');
    expect(follow('At the end of `src/a.ts`:\n\n```diff\n+\n+four;\n```\n')).toBe('one;\ntwo;\n\nthree;\n\nfour;\n');
    expect(countWritten(files, parsePage(change))).toBe(2);
  });

  it('writes new files, and shows parts of others', () => {
    const page = 'Add `src/b.ts`:\n\n```ts\nb;\n\nc;\n```\n\nIt wrote `src/a.ts`:\n\n```ts\ntwo;\n```\n';
    expect([...followPage(files, parsePage(page))]).toEqual([...files, ['src/b.ts', 'b;\n\nc;\n']]);
    expect(countWritten(files, parsePage(page))).toBe(2);
  });

  it('has commands, some with their output', () => {
    const page = '```sh\nnpm test # green\n```\n\n```console\n$ kubectl get a\nNAME\nb\n$ echo 1\n1\n```\n';
    expect(parsePage(page)).toEqual([
      { type: 'commands', commands: [{ command: 'npm test' }] },
      {
        type: 'commands',
        commands: [
          { command: 'kubectl get a', output: 'NAME\nb' },
          { command: 'echo 1', output: '1' },
        ],
      },
    ]);
  });

  it('may have long paragraphs', () => {
    expect(parsePage(`${'word '.repeat(24)}\n`.repeat(20))).toEqual([]);
  });

  it.each([
    ['does not say where', '```diff\n+four;\n```\n', 'must name one file'],
    ['changes a line that has changed', 'In `src/a.ts`:\n\n```diff\n-2;\n```\n', '0 places for this change'],
    ['shows what the file does not have', 'In `src/a.ts`:\n\n```ts\nwo;\n```\n', 'does not contain'],
    ['changes a missing file', 'In `src/c.ts`:\n\n```diff\n+four;\n```\n', 'does not exist'],
  ])('is invalid if it %s', (_, page, error) => {
    expect(() => follow(page)).toThrow(error);
  });
});

describe('the guide', () => {
  it.each(chapters)('is short: $page', ({ before, blocks }) => {
    expect(countWritten(before, blocks)).toBeLessThanOrEqual(mostWritten);
  });

  it.each(chapters)('leaves formatted files: $page', async ({ before, after }) => {
    const options = await resolveConfig(`${root}/package.json`);
    for (const [file, text] of after) {
      if (text !== before.get(file)) expect(await format(text, { ...options, filepath: file })).toBe(text);
    }
  });

  it('ends with the project in the repository; GUIDE=write updates it', async () => {
    const written = new Map([...chapters.at(-1)!.after].filter(([file]) => /^(?!tsconfig).*\.(ts|yaml)$/.test(file)));
    if (process.env['GUIDE'] === 'write') {
      writeProject(written);
      return;
    }
    const present = (await listRepositoryFiles()).filter((file) => file.startsWith(projectFolder));
    expect(
      Object.fromEntries(present.map((file) => [file.slice(projectFolder.length), readRepositoryText(file)])),
    ).toEqual(Object.fromEntries(written));
  });
});

function writeProject(files: Files): void {
  rmSync(path.join(root, projectFolder), { recursive: true, force: true });
  for (const [file, text] of files) {
    const target = path.join(root, projectFolder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}

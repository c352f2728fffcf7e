import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readChapters } from '../../support/guide/chapters.ts';
import type { UserProject } from '../../support/user-project.ts';
import { beginProject } from '../cli/project.ts';
import { Reader } from './reader.ts';
import { isAsShown } from './shown-output.ts';

const chapters = await readChapters();

describe('the output of a command', () => {
  it.each([
    ['NAME     AGE\na   1m', 'NAME   AGE\na      13s\n', true],
    ['service/a   10.0.0.1', 'service/a   10.0.33.125\n', true],
    ['pod/a-5f7b9c8d6f-x2x4z   1/1', 'pod/a-7c9d8b6f5d-q8w7e   1/1\n', true],
    ['✔ a (65ms)\n…\nℹ pass 1\n…', '✔ a (6.5ms)\nℹ tests 1\nℹ pass 1\nℹ fail 0\n', true],
    ['NAME   READY\na   True', 'NAME   READY\na      False\n', false],
    ['ℹ pass 1\n…', 'ℹ pass 11\nℹ fail 0\n', false],
  ])('is compared without what differs from run to run: %j', (shown, printed, isSame) => {
    expect(isAsShown(shown, printed)).toBe(isSame);
  });
});

// The chapters form one project, which each test continues.
describe('a reader of the guide', { timeout: 600_000 }, () => {
  let project: UserProject;
  let reader: Reader;

  beforeAll(async () => {
    project = await beginProject('previews');
    reader = new Reader(project, chapters[0]!.before);
  }, 300_000);

  afterAll(async () => {
    await reader[Symbol.asyncDispose]();
    await project[Symbol.asyncDispose]();
  });

  it.each(chapters)('sees what the page shows: $page', async ({ blocks }) => {
    for (const block of blocks) await reader.follow(block);
    await project.sh('npm run check');
    expect(await project.sh('kubewright test --test-reporter=tap')).toMatch(/^# fail 0$/m);
  });
});

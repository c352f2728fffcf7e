import { describe, expect, it } from 'vitest';

import { listRepositoryFiles, readRepositoryText } from '../files.ts';
import { findBannedInName, findBannedInSource } from './words.ts';

const runtime = 'operator/runtime/src/a.ts';

describe('a banned word', () => {
  it.each([
    ['an identifier', 'const watchFeed = 1;'],
    ['a type', 'interface FeedOfAWatch {}'],
    ['a private field', 'class A { #feed = 1; }'],
    ['a doc comment', '/** How far the feed is. */\nconst a = 1;'],
    ['a comment of several lines', '/*\n * Of the\n * feeds.\n */'],
    ['a comment at the end of a line', 'const a = 1; // a feed'],
    ['a comment at the end of a file', 'const a = 1;\n// a feed\n'],
    ['the name of an import', "import { feed } from './a.ts';"],
    ['the title of a test', "it('feeds', f);"],
    ['the title of a table of tests', "it.each([1])(\n  'ends the feed of %i', f);"],
    ['the title of a group', 'describe(`a feed of ${what}`, f);'],
  ])('is found in %s', (_where, text) => {
    expect(findBannedInSource(text, runtime)).toEqual([
      expect.stringMatching(/^line \d+: "feeds?" is "watch progress" here$/),
    ]);
  });

  it('is found in the name of a file', () => {
    expect(findBannedInName('operator/runtime/src/cache/feed.ts')).toEqual(['"feed" is "watch progress" here']);
  });

  it.each([['feedback'], ["const a = 'a feed';"], ['const a = `a feed ${1}`;']])('is not found in %s', (text) => {
    expect(findBannedInSource(text, runtime)).toEqual([]);
  });

  it('is allowed in files that are excepted', () => {
    const text = '// Who is told of it.';
    expect(findBannedInSource(text, runtime)).toEqual(['line 1: "told" is "notified, emitted, reported, logged" here']);
    expect(findBannedInSource(text, 'operator/runtime/src/kinds/generated/a.ts')).toEqual([]);
  });

  it('is allowed outside of the files to which the ban applies', () => {
    expect(findBannedInSource('const feed = 1;', 'operator/src/zoo.ts')).toEqual([]);
    expect(findBannedInSource('const stranger = 1;', 'operator/src/zoo.ts')).toHaveLength(1);
    expect(findBannedInName('operator/src/feed.ts')).toEqual([]);
  });

  it('is reported with its line', () => {
    expect(findBannedInSource('const a = 1;\nconst feed = a;', runtime)).toEqual([
      'line 2: "feed" is "watch progress" here',
    ]);
  });
});

it('no package uses a banned word', { timeout: 60_000 }, async () => {
  const files = (await listRepositoryFiles()).filter((file) => /^(?:operator|infra|test)\//.test(file));
  const ours = files.filter((file) => !file.startsWith('scripts/check/words.'));
  expect(ours.length).toBeGreaterThan(800);
  const problems = ours.flatMap((file) =>
    [
      ...findBannedInName(file),
      ...(file.endsWith('.ts') ? findBannedInSource(readRepositoryText(file), file) : []),
    ].map((problem) => `${file}: ${problem}`),
  );
  expect(problems).toEqual([]);
});

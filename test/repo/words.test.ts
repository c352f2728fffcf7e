import { describe, expect, it } from 'vitest';

import { repositoryFiles, textOf } from './files.ts';
import { bannedInName, bannedInSource } from './words.ts';

describe('a banned word', () => {
  it.each([
    ['an identifier', 'const watchFeed = 1;'],
    ['a type', 'interface FeedOfAWatch {}'],
    ['a private field', 'class A { #feed = 1; }'],
    ['a doc comment', '/** How far the feed is. */\nconst a = 1;'],
    ['a comment of several lines', '/*\n * Of the\n * feeds.\n */'],
    ['a comment at the end of a line', 'const a = 1; // a feed'],
    ['a comment at the end of a file', 'const a = 1;\n// a feed\n'],
    ['the name of what is imported', "import { feed } from './a.ts';"],
  ])('is found in %s', (_where, text) => {
    expect(bannedInSource(text)).toEqual([expect.stringMatching(/^line \d+: "feeds?" is "watch progress" here$/)]);
  });

  it('is found in the name of a file', () => {
    expect(bannedInName('src/cache/feed.ts')).toEqual(['"feed" is "watch progress" here']);
  });

  it.each([['feedback'], ["const a = 'a feed';"], ['const a = `a feed ${1}`;']])('is not in %s', (text) => {
    expect(bannedInSource(text)).toEqual([]);
  });

  it('may stand where it is excepted', () => {
    const text = '// Who is told of it.';
    expect(bannedInSource(text, 'src/cache/a.ts')).toEqual([
      'line 1: "told" is "notified, emitted, reported, logged" here',
    ]);
    expect(bannedInSource(text, 'src/kinds/a.ts')).toEqual([]);
  });

  it('is named with its line', () => {
    expect(bannedInSource('const a = 1;\nconst feed = a;')).toEqual(['line 2: "feed" is "watch progress" here']);
  });
});

it('the runtime uses the words of the field', async () => {
  const files = (await repositoryFiles()).filter((file) => file.startsWith('operator/runtime/src/'));
  expect(files.length).toBeGreaterThan(300);
  const problems = files.flatMap((file) =>
    [...bannedInName(file), ...(file.endsWith('.ts') ? bannedInSource(textOf(file), file) : [])].map(
      (problem) => `${file}: ${problem}`,
    ),
  );
  expect(problems).toEqual([]);
});

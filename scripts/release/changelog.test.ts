import { describe, expect, it } from 'vitest';

import { addReleaseSection, findNotes } from './changelog.ts';
import { type Commit, parseLog } from './commits.ts';

const date = '2026-11-26';

function buildCommit(...files: readonly string[]): Commit {
  return { hash: 'abc1234', subject: files[0] ?? '', files };
}

function renderNotes(commits: readonly Commit[], crds?: string): string {
  const text = addReleaseSection('', { version: '0.2.0', date, commits, ...(crds !== undefined && { crds }) });
  return findNotes(text, '0.2.0') ?? '';
}

describe('a section of the changelog', () => {
  it('groups commits by the area that they change for users', () => {
    const notes = renderNotes([
      buildCommit('infra/src/b.ts', 'infra/src/a.ts', 'operator/src/a.ts', 'operator/docs/a.md'),
      buildCommit('operator/runtime/src/a.ts', 'infra/manifests/dev/a.yaml', 'infra/manifests/dev/b.yaml'),
      buildCommit('operator/testing/src/a.ts'),
      buildCommit('operator/docs/a.md', 'README.md'),
      buildCommit('operator/generate/src/image/a.ts'),
      buildCommit('operator/src/controllers/a.ts'),
    ]);
    expect(notes.split('\n').filter((line) => line !== '')).toEqual([
      '### The runtime',
      '- operator/runtime/src/a.ts (`abc1234`)',
      '### The test kit',
      '- operator/testing/src/a.ts (`abc1234`)',
      '### Generators and images',
      '- operator/generate/src/image/a.ts (`abc1234`)',
      '### Our operators',
      '- operator/src/controllers/a.ts (`abc1234`)',
      '### Constructs, charts and deployment',
      '- infra/src/b.ts (`abc1234`)',
      '### Docs',
      '- operator/docs/a.md (`abc1234`)',
    ]);
  });

  it('counts commits that users do not notice', () => {
    const unnoticed = [
      buildCommit('scripts/check/a.ts', 'package.json', '.ci/run'),
      buildCommit('operator/runtime/src/a.test.ts', 'operator/testing/fixtures/a.ts', 'operator/src/a/testing/a.ts'),
      buildCommit('infra/manifests/dev/a.yaml', 'operator/declaration.json', 'imports/a.ts'),
    ];
    expect(renderNotes(unnoticed)).toBe('Commits that change only tests, tools and generated files: 3.\n');
  });

  it('marks a change of the public API, and lists the changes of the CRDs', () => {
    const notes = renderNotes([buildCommit('infra/src/a.ts', 'infra/docs/reference/api-infra.md')], 'BREAKING a\n');
    expect(notes).toContain('- infra/src/a.ts (`abc1234`) — changes the public API\n');
    expect(notes).toContain('### CRDs\n\n```text\nBREAKING a\n```\n');
  });

  it('does not change a subject', () => {
    const subject = 'Read <a> by `b`, a_b and [c]';
    expect(renderNotes([{ ...buildCommit('infra/src/a.ts'), subject }])).toContain(
      String.raw`Read \<a> by \`b\`, a\_b and \[c]`,
    );
  });

  it('precedes those of earlier versions', () => {
    const first = addReleaseSection('', { version: '0.2.0', date, commits: [buildCommit('infra/src/first.ts')] });
    const both = addReleaseSection(first, { version: '0.2.1', date, commits: [buildCommit('infra/src/second.ts')] });
    expect(both.match(/^#+ .*/gm)).toEqual([
      '# Changelog',
      '## 0.2.1 (2026-11-26)',
      '### Constructs, charts and deployment',
      '## 0.2.0 (2026-11-26)',
      '### Constructs, charts and deployment',
    ]);
    expect(findNotes(both, '0.2.0')).toBe(findNotes(first, '0.2.0'));
    expect(findNotes(both, '0.2')).toBeUndefined();
  });
});

it('a git log is parsed commit by commit', () => {
  expect(parseLog('\0a1 One: two\n\nf.ts\ng.ts\n\0b2 Three\n')).toEqual([
    { hash: 'a1', subject: 'One: two', files: ['f.ts', 'g.ts'] },
    { hash: 'b2', subject: 'Three', files: [] },
  ]);
});

import { describe, expect, it } from 'vitest';

import { listRepositoryFiles, readRepositoryText } from '../files.ts';
import { findIdComplaints, ids, readIds, parseIds } from './ids.ts';

const files = new Set(await listRepositoryFiles());
const rows = readIds(readRepositoryText('test/ids.md'));

const listComplaints = (page: string, texts: Readonly<Record<string, string>>): readonly string[] =>
  findIdComplaints(readIds(page), (file) => texts[file]).filter(
    (each) => !each.endsWith('is missing from test/ids.md'),
  );

describe('the page of ids', () => {
  it('is parsed into the files of each id', () => {
    expect(readIds('- PS-A1: the samples, as in `a`. `t/a.test.ts`, `t/b.suite.ts`\n- no id')).toEqual([
      { id: 'PS-A1', files: ['t/a.test.ts', 't/b.suite.ts'] },
    ]);
  });

  it('is rejected if an id is missing or unknown, names no file, or names a missing file', () => {
    expect(findIdComplaints([], () => undefined)).toHaveLength(ids.length);
    expect(listComplaints('- case-13: a. `t/lost.ts`\n- EC-A6: b.', {})).toEqual([
      'case-13 is an unknown id',
      'case-13: t/lost.ts does not exist',
      'EC-A6 names no file',
    ]);
  });

  it.each([
    ["it('WS-A1 works', f);"],
    ["it.each(['a'])(\n  'BUG-WS-1 WS-A1 works with %s',\n  f,\n);"],
    ["  // id: case-1, WS-A1\n  it('works', f);"],
  ])('is valid if a file has a test with the id: %s', (text) => {
    expect(listComplaints('- WS-A1: a. `t/a.ts`', { 't/a.ts': text })).toEqual([]);
  });

  it.each([["it('WS-A11 works', f);"], ["// WS-A1\nit('works', f);"], ["// id: WS-A10\nit('works', f);"]])(
    'is rejected if a file has no test with the id: %s',
    (text) => {
      expect(listComplaints('- WS-A1: a. `t/a.ts`', { 't/a.ts': text })).toEqual([
        'no test of t/a.ts has the id WS-A1',
      ]);
    },
  );

  it(`of this repository has all ${String(ids.length)} ids`, () => {
    expect(findIdComplaints(rows, (file) => (files.has(file) ? readRepositoryText(file) : undefined))).toEqual([]);
  });

  it('of this repository contains each id of a test', () => {
    const known = new Set(rows.flatMap(({ id, files: listed }) => listed.map((file) => `${file}: ${id}`)));
    const sources = [...files].filter((file) => file.endsWith('.ts') && file !== 'scripts/check/ids.test.ts');
    const written = sources.flatMap((file) => parseIds(readRepositoryText(file)).map((id) => `${file}: ${id}`));
    expect(written.filter((each) => !known.has(each))).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';

import { originals } from '../cases/originals.ts';
import { repositoryFiles, textOf } from './files.ts';
import { idComplaints, ids, titlesWith } from './ids.ts';

const files = new Set(await repositoryFiles());

const rows = [
  { id: 'PS-A1', what: 'samples', files: ['walk.test.ts', 'sample.test.ts'] },
  { id: 'BUG-PS-1', what: 'rename', files: ['walk.test.ts'] },
  { id: 'EC-A6', what: 'replicas', files: [] },
  { id: 'PS-A99', what: 'nothing', files: ['lost.test.ts'] },
];
const texts: Readonly<Record<string, string>> = {
  'walk.test.ts': "it('PS-A1 adds both', () => {});\n// BUG-PS-1\n",
  'sample.test.ts': "it('BUG-PS-12 does something else', () => {});",
};
const complaints = idComplaints(rows, (file) => texts[file]);

describe('the rows of the original operators', () => {
  it('are refused if an id is missing or unknown, or if a file is missing or has the id in no title', () => {
    expect(complaints).toContain('PS-A2 has no row');
    expect(complaints).not.toContain('PS-A1 has no row');
    expect(complaints.filter((each) => !each.endsWith('has no row'))).toEqual([
      'PS-A99 is an unknown id',
      'no title of sample.test.ts has the id PS-A1',
      'no title of walk.test.ts has the id BUG-PS-1',
      'EC-A6 names no file',
      'PS-A99: there is no lost.test.ts',
    ]);
  });

  it('have the titles of the tests and groups with their id, each once', () => {
    const text = "describe('WS-A1 a server', () => {\n  it('works', f);\n  it('WS-A1 WS-A2 stays', f);\n});";
    expect(titlesWith(text, 'WS-A1')).toEqual(['WS-A1 a server', 'WS-A1 WS-A2 stays']);
  });

  it('are valid if their id is in the title of a table of tests or of a group', () => {
    const row = { id: 'WS-A1', what: '', files: ['a'] };
    const titled = (text: string): readonly string[] => idComplaints([row], () => text).slice(ids.length - 1);
    expect(titled("it.each(['a', 'b'])('WS-A1 works with %s', () => {});")).toEqual([]);
    expect(titled("describe('WS-A1 a server', () => {\n  it('works', () => {});\n});")).toEqual([]);
    expect(titled("it('WS-A11 works', () => {});")).toHaveLength(1);
  });

  it.each(["it.skip('WS-A1 works', f);", "it.todo('WS-A1 works');", "describe('WS-A1', f);", "const x = 'WS-A1';"])(
    'are refused if the test with their id does not run: %s',
    (text) => {
      const row = { id: 'WS-A1', what: '', files: ['a'] };
      expect(idComplaints([row], () => text)).toContain('no title of a has the id WS-A1');
    },
  );

  it(`of this repository cover all ${String(ids.length)} ids, each with a title in every file that its row names`, () => {
    const find = (file: string): string | undefined => (files.has(file) ? textOf(file) : undefined);
    const listed = originals.flatMap((original) => original.rows);
    expect(idComplaints(listed, find)).toEqual([]);
    expect(listed).toHaveLength(ids.length);
  });
});

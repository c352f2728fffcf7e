import { describe, expect, it } from 'vitest';

import { repositoryFiles, textOf } from './files.ts';
import { idComplaints, idRows, ids } from './ids.ts';

const files = new Set(await repositoryFiles());

function find(file: string, folder: string): string | undefined {
  const paths = [`test/${folder}${file}`, `test/${file}`, file];
  const found = paths.find((path) => files.has(path));
  return found === undefined ? undefined : textOf(found);
}

const page = `
## Pet

Files are in \`e2e/pet/\`.

| id | file | test |
| PS-A1 samples | \`walk.test.ts\`, \`sample.test.ts\` | adds both |
| BUG-PS-1 rename | \`walk.test.ts\` | updates |
| EC-A8 chart | - | waits for: Helm |
| EC-A7 metrics | - | waits for: a person |
| EC-A6 replicas | - | takes over |
| EC-A5 deleted | \`walk.test.ts\` | one goes; the other waits for: Helm |
| PS-A99 nothing | \`lost.test.ts\` | is not there |
`;
const texts: Readonly<Record<string, string>> = {
  'e2e/pet/walk.test.ts': "it('PS-A1 adds both', () => {});\n// BUG-PS-1\n",
  'e2e/pet/sample.test.ts': "it('BUG-PS-12 does something else', () => {});",
};
const complaints = idComplaints(idRows(page), (file, folder) => texts[folder + file]);

describe('the table of ids', () => {
  it('is read row by row', () => {
    expect(idRows(page).map(({ id, folder, waits }) => [id, folder, waits])).toEqual([
      ['PS-A1', 'e2e/pet/', false],
      ['BUG-PS-1', 'e2e/pet/', false],
      ['EC-A8', 'e2e/pet/', true],
      ['EC-A7', 'e2e/pet/', true],
      ['EC-A6', 'e2e/pet/', false],
      ['EC-A5', 'e2e/pet/', false],
      ['PS-A99', 'e2e/pet/', false],
    ]);
  });

  it('names an id that is missing, one that nobody knows, a file that is lost, and each file where it is in no title', () => {
    expect(complaints).toContain('PS-A2 is not in the table');
    expect(complaints).not.toContain('PS-A1 is not in the table');
    expect(complaints.filter((each) => !each.endsWith('is not in the table'))).toEqual([
      'PS-A99 is no id that there is',
      'PS-A1 stands in no title of sample.test.ts',
      'BUG-PS-1 stands in no title of walk.test.ts',
      'EC-A7 must not wait: name its tests',
      'EC-A6 names no file',
      'EC-A5 stands in no title of walk.test.ts',
      'PS-A99: there is no lost.test.ts',
    ]);
  });

  it('takes a title of a table of tests, too', () => {
    const row = { id: 'WS-A1', files: ['a'], folder: '', waits: false };
    const titled = (text: string): readonly string[] => idComplaints([row], () => text).slice(ids.length - 1);
    expect(titled("it.each(['a', 'b'])('WS-A1 works with %s', () => {});")).toEqual([]);
    expect(titled("describe('WS-A1 a server', () => {\n  it('works', () => {});\n});")).toEqual([]);
    expect(titled("it('WS-A11 works', () => {});")).toHaveLength(1);
  });

  it.each(["it.skip('WS-A1 works', f);", "it.todo('WS-A1 works');", "describe('WS-A1', f);", "const x = 'WS-A1';"])(
    'takes nothing for a test that does not run: %s',
    (text) => {
      const row = { id: 'WS-A1', files: ['a'], folder: '', waits: false };
      expect(idComplaints([row], () => text)).toContain('WS-A1 stands in no title of a');
    },
  );

  it('knows what may wait for a feature', () => {
    const row = { id: 'EC-A8', files: [], folder: '', waits: true };
    expect(idComplaints([row], () => '').slice(ids.length - 1)).toEqual([]);
  });

  it(`has every one of ${String(ids.length)} ids, each with a test that has it in its title in every file that it names`, () => {
    expect(idComplaints(idRows(textOf('test/README.md')), find)).toEqual([]);
  });
});

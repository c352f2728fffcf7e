import { describe, expect, it } from 'vitest';

import { isPage } from './docs.ts';
import { repositoryFiles, textOf } from './files.ts';
import { firstCells, pairsOf, sectionOf } from './page-facts.ts';

const files = await repositoryFiles();
const sources = files
  .filter((file) => /^operator\/.*\.ts$/.test(file) && !/\.test(-d)?\.ts$|\/(testing|kinds)\//.test(file))
  .map(textOf)
  .join('\n');
const troubleshooting = textOf('operator/docs/troubleshooting.md');
const glossary = textOf('operator/docs/glossary.md');

/** Whether something of ours writes these very words: a whole string, or for `WaitingFor…` the beginning of one. */
function isWritten(words: string): boolean {
  if (words.endsWith('…')) return sources.includes(`\`${words.slice(0, -1)}`);
  return sources.includes(`'${words}'`);
}

describe('what pages say of the code', () => {
  it('is read from tables and sections', () => {
    const page = '# A\n\n## B\n\n| x | y |\n| --- | --- |\n| `a`, `b` | 1 |\n| c | 2 |\n\n## D\n\n| `e` | 3 |\n';
    expect(firstCells(page)).toEqual(['a', 'b', 'e']);
    expect(firstCells(page, 'B')).toEqual(['a', 'b']);
    expect(pairsOf(page, 'B', [1, 0])).toEqual(['1 = `a`, `b`', '2 = c']);
    expect(() => sectionOf(page, 'E')).toThrow('no heading "E"');
  });

  it('names lines of the log as they are written', () => {
    const lines = firstCells(troubleshooting, 'From the log');
    expect(lines.length).toBeGreaterThan(15);
    expect(lines.filter((line) => !isWritten(line))).toEqual([]);
  });

  it('names reasons of conditions and codes of errors as they are written', () => {
    const reasons = firstCells(troubleshooting, 'Ready is False');
    expect(reasons.length).toBeGreaterThan(10);
    expect(reasons.filter((reason) => !isWritten(reason))).toEqual([]);
    const named = [...troubleshooting.matchAll(/`([A-Z]+_[A-Z_]+)`/g)].map(([, name = '']) => name);
    const variables = textOf('operator/declaration.json').matchAll(/"env": "([A-Z_]+)"/g);
    const known = [
      ...firstCells(textOf('operator/docs/README.md'), 'Errors'),
      ...[...variables].map(([, name]) => name),
    ];
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('deletes every kind of ours before the operator', () => {
    const crds = files.filter((file) => /^operator\/crds\/.*\.yaml$/.test(file)).map(textOf);
    const plurals = crds.map((crd) => /^ +plural: (\S+)$/m.exec(crd)?.[1] ?? '');
    const deleted = /^kubectl delete (\S+) --all --all-namespaces$/m.exec(textOf('operator/docs/uninstall.md'))?.[1];
    expect(deleted?.split(',').sort()).toEqual(plurals.sort());
  });

  it('maps words to those of controller-runtime as it maps them back', () => {
    const there = pairsOf(glossary, 'From controller-runtime to here', [0, 1]);
    expect(there.length).toBeGreaterThan(30);
    expect(pairsOf(glossary, 'From here to controller-runtime', [1, 0])).toEqual(there);
  });

  it('names no fault of an original by its id, but where its tests are listed', () => {
    expect(files.filter(isPage).filter((page) => /\bBUG-[A-Z]{2}-\d/.test(textOf(page)))).toEqual([]);
  });
});

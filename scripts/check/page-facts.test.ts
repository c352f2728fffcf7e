import { describe, expect, it } from 'vitest';

import type { KubeObject } from '../../operator/runtime/src/base/index.ts';
import { kubewright } from '../../operator/src/kubewright.ts';
import { readManifests } from '../../test/support/manifests.ts';
import { firstCells, isPage, sectionOf } from './docs.ts';
import { listRepositoryFiles, readRepositoryText } from '../files.ts';

const files = await listRepositoryFiles();
const sources = files
  .filter((file) => /^operator\/.*\.ts$/.test(file) && !/\.test(-d)?\.ts$|\/(testing|generated)\//.test(file))
  .map(readRepositoryText)
  .join('\n');
const troubleshooting = readRepositoryText('operator/docs/troubleshooting.md');

/** Whether the sources contain exactly this string, or, if it ends with `…`, a template that begins with it. */
function isWritten(words: string): boolean {
  if (words.endsWith('…')) return sources.includes(`\`${words.slice(0, -1)}`);
  return sources.includes(`'${words}'`);
}

describe('the documentation', () => {
  it('is parsed into the cells of its tables and the text of its sections', () => {
    const page = '# A\n\n## B\n\n| x | y |\n| --- | --- |\n| `a`, `b` | 1 |\n| c | 2 |\n\n## D\n\n| `e` | 3 |\n';
    expect(firstCells(page)).toEqual(['a', 'b', 'e']);
    expect(firstCells(page, 'B')).toEqual(['a', 'b']);
    expect(() => sectionOf(page, 'E')).toThrow('no heading "E"');
  });

  it('quotes log messages exactly as the code writes them', () => {
    const lines = firstCells(troubleshooting, 'From the log');
    expect(lines.length).toBeGreaterThan(15);
    expect(lines.filter((line) => !isWritten(line))).toEqual([]);
  });

  it('searches the log in runbooks only for parts of messages that the code writes', () => {
    const runbooks = files.filter((file) => /^infra\/docs\/runbooks\/.*\.md$/.test(file)).map(readRepositoryText);
    const searched = runbooks
      .flatMap((page) => [...page.matchAll(/ logs .* \| grep (?:--\S+ )*'([^']+)'/g)])
      .flatMap(([, pattern = '']) => pattern.split('|'));
    expect(searched.length).toBeGreaterThan(5);
    const messages = [...sources.matchAll(/'([^'\n]+)'/g)].map(([, message = '']) => message);
    expect(searched.filter((part) => !messages.some((message) => message.includes(part)))).toEqual([]);
  });

  it('names only condition reasons that the code sets, and only known error codes and variables', () => {
    const reasons = firstCells(troubleshooting, 'Ready is False');
    expect(reasons.length).toBeGreaterThan(10);
    expect(reasons.filter((reason) => !isWritten(reason))).toEqual([]);
    const named = [...troubleshooting.matchAll(/`([A-Z]+_[A-Z_]+)`/g)].map(([, name = '']) => name);
    const variables = readRepositoryText('operator/declaration.json').matchAll(/"env": "([A-Z_]+)"/g);
    const known = [
      ...firstCells(readRepositoryText('operator/docs/README.md'), 'Errors'),
      ...[...variables].map(([, name]) => name),
    ];
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('deletes the custom resources of all our kinds in the uninstall page', () => {
    const [, label = '', value] =
      /kubectl get crds -l (\S+)=(\S+) /.exec(readRepositoryText('operator/docs/uninstall.md')) ?? [];
    const labels = readManifests('production', 'crds')
      .filter(({ kind }) => kind === 'CustomResourceDefinition')
      .map(({ metadata }) => (metadata as KubeObject['metadata']).labels?.[label]);
    expect(labels).toEqual(kubewright.controllers.map(() => value));
  });

  it('names existing runtime files for each of its promises', () => {
    const promises = sectionOf(readRepositoryText('CONTRIBUTING.md'), 'Promises of the runtime, and their files');
    const named = [...promises.matchAll(/`([a-z-]+\/[a-z/-]+\.ts)`/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((name) => !files.includes(`operator/runtime/src/${name}`))).toEqual([]);
  });

  it('does not name bugs of the upstream samples by id, which only tests use', () => {
    expect(files.filter(isPage).filter((page) => /\bBUG-[A-Z]{2}-\d/.test(readRepositoryText(page)))).toEqual([]);
  });
});

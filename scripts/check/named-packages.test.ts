import { existsSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { listRepositoryFiles, readRepositoryText } from '../files.ts';
import { listPackages, findNamedExports } from './named-packages.ts';
import { root } from '../run.ts';

const all = await listRepositoryFiles();
const texts = all.filter((file) => /\.(md|m?ts)$/.test(file) && !/^scripts\/check\/named-packages/.test(file));

describe('a package that a text names', () => {
  it('exports the name in the text', () => {
    const wrong = texts.flatMap((file) =>
      findNamedExports(readRepositoryText(file))
        .filter(({ name, of }) => !isExporting(of, name))
        .map(({ name, of }) => `${file}: ${name} of @kubewright/${of}`),
    );
    expect(wrong).toEqual([]);
  });

  it('is found with and without quotes', () => {
    const text = 'what `writeProject` of `@kubewright/operator` and buildOlmBundle of\n * @kubewright/infra/olm write';
    expect(findNamedExports(text)).toEqual([
      { name: 'writeProject', of: 'operator' },
      { name: 'buildOlmBundle', of: 'infra/olm' },
    ]);
  });
});

describe('the comment of an index', () => {
  it('lists folders and modules that exist', () => {
    const missing = all
      .filter((file) => file.endsWith('/index.ts'))
      .flatMap((file) => listPackages(readRepositoryText(file)).map((name) => path.join(path.dirname(file), name)))
      .filter((at) => ![at, `${at}.ts`, `${at}.mts`].some((each) => existsSync(path.join(root, each))));
    expect(missing).toEqual([]);
  });

  it('is read up to the colon of each line', () => {
    expect(listPackages('/**\n * Rooms.\n *\n * - `queue/`, `lanes`: see `x`\n */\nexport {};')).toEqual([
      'queue/',
      'lanes',
    ]);
  });
});

const imports = all.filter((file) => /^imports\/[^/]*\.ts$/.test(file)).map(readRepositoryText);

function isExporting(of: string, name: string): boolean {
  const [first = '', ...rest] = of.split('/');
  if (first === 'imports') return imports.some((text) => new RegExp(`export \\w+ ${name}\\b`).test(text));
  const docs = first === 'infra' ? 'infra/docs' : 'operator/docs';
  const page = `${docs}/reference/api-${[first, ...rest].join('-')}.md`;
  return all.includes(page) && new RegExp(`\\b${name}\\b`).test(readRepositoryText(page));
}

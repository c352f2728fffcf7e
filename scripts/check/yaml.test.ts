import { describe, expect, it } from 'vitest';

import { readYaml } from '../../test/support/read-yaml.ts';
import { repositoryFiles, textOf } from '../files.ts';

const files = await repositoryFiles();

/** The YAML code blocks of a page. */
const blocksOf = (page: string): readonly string[] =>
  [...page.matchAll(/^```ya?ml\n([^]*?)^```/gm)].map(([, block = '']) => block);

/** The problems of a YAML text; none if it means the same in YAML 1.1 and 1.2. */
function complaintsOf(file: string, text: string): readonly string[] {
  try {
    readYaml(text);
    return [];
  } catch (error) {
    return [`${file}: ${String(error)}`];
  }
}

describe('the YAML of the repository', () => {
  it('means the same in YAML 1.1 and 1.2, in every file and every code block of a page', () => {
    const texts = [
      ...files
        .filter((file) => /\.ya?ml$/.test(file) && !file.startsWith('infra/helm/templates/'))
        .map((file) => [file, textOf(file)] as const),
      ...files
        .filter((file) => file.endsWith('.md'))
        .flatMap((file) => blocksOf(textOf(file)).map((block) => [file, block] as const)),
    ];
    expect(texts.length).toBeGreaterThan(30);
    expect(texts.flatMap(([file, text]) => complaintsOf(file, text))).toEqual([]);
  });

  it.each(['power: on', 'at: 12:30:00', 'n: 1', 'mode: 0o17', 'day: 2026-01-01'])('may not be "%s"', (text) => {
    expect(complaintsOf('a.yaml', text)).toEqual([expect.stringContaining('YAML 1.2')]);
  });
});

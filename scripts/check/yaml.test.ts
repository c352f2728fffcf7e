import { describe, expect, it } from 'vitest';

import { readYaml } from '../../test/support/read-yaml.ts';
import { listRepositoryFiles, readRepositoryText } from '../files.ts';

const files = await listRepositoryFiles();

/** The YAML code blocks of a page. */
const listBlocks = (page: string): readonly string[] =>
  [...page.matchAll(/^```ya?ml\n([^]*?)^```/gm)].map(([, block = '']) => block);

/** The problems of a YAML text; none if YAML 1.1 and 1.2 parsers read it alike. */
function findComplaints(file: string, text: string): readonly string[] {
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
        .map((file) => [file, readRepositoryText(file)] as const),
      ...files
        .filter((file) => file.endsWith('.md'))
        .flatMap((file) => listBlocks(readRepositoryText(file)).map((block) => [file, block] as const)),
    ];
    expect(texts.length).toBeGreaterThan(30);
    expect(texts.flatMap(([file, text]) => findComplaints(file, text))).toEqual([]);
  });

  it.each(['power: on', 'at: 12:30:00', 'n: 1', 'mode: 0o17', 'day: 2026-01-01'])('may not be "%s"', (text) => {
    expect(findComplaints('a.yaml', text)).toEqual([expect.stringContaining('YAML 1.2')]);
  });
});

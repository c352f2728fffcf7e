import { describe, expect, it } from 'vitest';

import { hasTexts, listTexts } from './list-texts.ts';

const list = (file: string, source: string): readonly string[] =>
  listTexts(file, source).map(({ kind, line, text }) => `${kind} ${String(line)}: ${text}`);

describe('the texts of a file', () => {
  it('are the paragraphs, headings and cells of a page, without its code', () => {
    const page =
      '# A *b*\n\nRun [this\npage](x.md) with `npm`.\n\n```sh\ncode\n```\n\n| x |\n| - |\n| y |\n\n<!-- z -->\n';
    expect(list('a.md', page)).toEqual(['page 1: A b', 'page 3: Run this page with `…`.', 'page 10: x', 'page 12: y']);
  });

  it('are the comments of a source file, by paragraph', () => {
    const source = `/**
 * Reads \`a\`
 * and b.
 *
 * - first
 * - second
 * @param c if any
 */
const a = '// data'; // at the end
// of two
// lines
const b = \`/* \${a /* inside */} */\`;
const c = /[/*]/;
`;
    expect(list('a.ts', source)).toEqual([
      'comment 2: Reads `…` and b.',
      'comment 5: - first',
      'comment 6: - second',
      'comment 7: @param c if any',
      'comment 9: at the end of two lines',
      'comment 12: inside',
    ]);
  });

  it('are the messages of a source file, with the names of their values', () => {
    const source = `import { a } from './one two three';
throw new Error(\`the Pod \${pod.metadata?.name} of \${String(count)} is \${isOld ? 'as old as it gets' : ''}\`);
log('became the leader', { name: 'not prose', path: 'a/b c/d e/f' });
const text = 'must be ' + format(value) + ', or absent';
type Word = 'a type of words';
`;
    expect(list('a.ts', source)).toEqual([
      'message 2: the Pod {pod.metadata.name} of {count} is {…}',
      'message 2: as old as it gets',
      'message 3: became the leader',
      'message 4: must be {value}, or absent',
    ]);
  });

  it('are titles, but not the data, of tests', () => {
    const source = "describe('a', () => it.each([1])('holds %i of them', () => run('a b c d')));";
    expect(list('a.test.ts', source)).toEqual(['title 1: holds %i of them']);
    expect(list('test/a.ts', "run('a b c d');")).toEqual([]);
  });

  it('are the messages of a Helm template', () => {
    const template =
      '{{- $a := "x" }}\n{{- fail (print "\\n- the name " $a.b " is one of " (join ", " (list 1)) ": no") }}';
    expect(list('infra/helm/templates/a.tpl', template)).toEqual(['message 2: \n- the name {a.b} is one of {…}: no']);
  });

  it('are not those of generated files', () => {
    expect(['a.ts', 'a.md', 'a.yaml', 'operator/a/generated/b.ts', 'imports/a.ts'].filter(hasTexts)).toEqual([
      'a.ts',
      'a.md',
    ]);
  });
});

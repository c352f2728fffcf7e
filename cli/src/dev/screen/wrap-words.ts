import { stripVTControlCharacters } from 'node:util';

/**
 * The rows of a line, broken at spaces. A word that is longer than a row stays whole: the terminal breaks it, and copies
 * it as one.
 *
 * @param columns 0 for a terminal that does not know its size, which gets one row
 */
export function wrapWords(line: string, columns: number): readonly string[] {
  if (columns <= 0 || measure(line) <= columns) return [line];
  const indentation = `${/^ */.exec(line)?.[0] ?? ''}  `;
  const rows: string[] = [];
  let row = '';
  for (const [, space = '', word = ''] of line.matchAll(/(\s*)(\S+)/g)) {
    if (row !== '' && measure(row + space + word) > columns) {
      rows.push(row);
      row = `${indentation}${word}`;
    } else row += `${space}${word}`;
  }
  return [...rows, row];
}

/** Without sequences that a terminal interprets. */
function measure(text: string): number {
  return stripVTControlCharacters(text).length;
}

import { markdownTable } from '../../operator/generate/src/docs/markdown-table.ts';
import type { Original, Originals } from '../cases/originals/original.ts';
import { titlesWith } from '../repo/ids.ts';

/** The section of an original operator: one row per file of each id, with the titles of the tests that have the id. */
export function originalSection({ name, about, rows, beyond }: Originals, textOf: (file: string) => string): string {
  const table = markdownTable(
    ['id', 'file', 'test'],
    rows.flatMap((row) => rowsOf(row, textOf)),
  );
  return [`## ${name}`, about, table, ...beyond].join('\n\n');
}

function rowsOf({ id, what, files, waitsFor }: Original, textOf: (file: string) => string): string[][] {
  if (waitsFor !== undefined) return [[`${id} ${what}`, '–', `waits for: ${waitsFor}`]];
  return files.map((file, index) => [
    index === 0 ? `${id} ${what}` : '',
    `\`${file}\``,
    titlesWith(textOf(file), id).map(withoutIds).join('; '),
  ]);
}

/** A title without the ids at its beginning, which the row already has. */
function withoutIds(title: string): string {
  return title.replace(/^(?:(?:BUG-)?[A-Z]{2}-[AT]?\d+,? (?:and )?)+/, '');
}

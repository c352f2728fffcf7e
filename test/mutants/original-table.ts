import { markdownTable } from '../../operator/generate/src/docs/markdown-table.ts';
import type { Original, Originals } from '../cases/originals/original.ts';
import { titlesWith } from '../repo/ids.ts';

/**
 * The section of `test/tables.md` about one original operator. Each id has one row per test file, with the titles of its
 * tests.
 */
export function originalSection({ name, about, rows, beyond }: Originals, textOf: (file: string) => string): string {
  const table = markdownTable(
    ['id', 'file', 'test'],
    rows.flatMap((row) => rowsOf(row, textOf)),
  );
  return [`## ${name}`, about, table, ...beyond].join('\n\n');
}

function rowsOf({ id, what, files }: Original, textOf: (file: string) => string): string[][] {
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

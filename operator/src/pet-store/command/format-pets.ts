import { escapeInvisible } from '@kubewright/runtime/internal/base';
import { formatDate } from '../calendar.ts';
import type { Pet } from '../pet.ts';

/** Pets as a table, sorted by name and id. */
export function formatPets(pets: readonly Pet[]): string {
  const getSortKey = ({ name, id }: Pet): string => `${name}\0${id}`;
  const sorted = pets.toSorted((a, b) => (getSortKey(a) < getSortKey(b) ? -1 : 1));
  const cells = sorted.map(({ id, name, type, birthday }) => [
    ...[escapeInvisible(id), escapeInvisible(name)],
    ...[type, formatDate(birthday)],
  ]);
  return formatTable([['ID', 'NAME', 'TYPE', 'BIRTHDAY'], ...cells]);
}

function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

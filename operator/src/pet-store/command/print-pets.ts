import { visible, visibleLines } from '@kubewright/runtime/internal/base';
import { dateText } from '../calendar.ts';
import type { Pet } from '../pet.ts';

/** Pets as a JSON list, in a stable order. */
export function petsJson(pets: readonly Pet[]): string {
  const rows = inOrder(pets).map(({ id, name, type, birthday }) => ({ id, name, type, birthday: dateText(birthday) }));
  return `${visibleLines(JSON.stringify(rows, undefined, 2))}\n`;
}

/** Pets as a table, in a stable order. */
export function petsTable(pets: readonly Pet[]): string {
  const rows = inOrder(pets).map(({ id, name, type, birthday }) => [
    visible(id),
    visible(name),
    type,
    dateText(birthday),
  ]);
  return table([['ID', 'NAME', 'TYPE', 'BIRTHDAY'], ...rows]);
}

function inOrder(pets: readonly Pet[]): Pet[] {
  const keyOf = ({ name, id }: Pet): string => `${name}\0${id}`;
  return pets.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

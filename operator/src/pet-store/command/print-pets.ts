import { escapeInvisible, escapeInvisibleInLines } from '@kubewright/runtime/internal/base';
import { formatDate } from '../calendar.ts';
import type { Pet } from '../pet.ts';

/** Pets as a JSON list, in a stable order. */
export function formatPetsJson(pets: readonly Pet[]): string {
  const rows = sortPets(pets).map(({ id, name, type, birthday }) => ({
    id,
    name,
    type,
    birthday: formatDate(birthday),
  }));
  return `${escapeInvisibleInLines(JSON.stringify(rows, undefined, 2))}\n`;
}

/** Pets as a table, in a stable order. */
export function formatPetsTable(pets: readonly Pet[]): string {
  const rows = sortPets(pets).map(({ id, name, type, birthday }) => [
    escapeInvisible(id),
    escapeInvisible(name),
    type,
    formatDate(birthday),
  ]);
  return formatTable([['ID', 'NAME', 'TYPE', 'BIRTHDAY'], ...rows]);
}

function sortPets(pets: readonly Pet[]): Pet[] {
  const getSortKey = ({ name, id }: Pet): string => `${name}\0${id}`;
  return pets.toSorted((a, b) => (getSortKey(a) < getSortKey(b) ? -1 : 1));
}

function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

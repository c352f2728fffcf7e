import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';

import { dayNumber, dayOf } from '../calendar.ts';
import { isPetType, type Pet, type PetFilter } from '../pet.ts';
import { type PetTable, UnknownPetError } from './pet-table.ts';
import { openFile } from './sqlite-file.ts';

/**
 * A table in one SQLite file (with its `-wal` file), which is created if it does not exist.
 *
 * Guarantees: executed calls survive the end of the process at any time; no second process can open the file.
 * Throws: `SETTINGS_INVALID` if the file cannot be opened.
 */
export function openSqliteTable(file: string): PetTable {
  const database = openFile(file);
  const insert = database.prepare('INSERT INTO pets (id, name, type, birthday) VALUES (?, ?, ?, ?)');
  const update = database.prepare('UPDATE pets SET name = ?, type = ?, birthday = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM pets WHERE id = ?');
  const select = database.prepare(selection);
  return {
    add: (pets) =>
      inTransaction(database, () => {
        for (const { id, name, type, birthday } of pets) insert.run(id, name, type, dayNumber(birthday));
      }),
    update: (pets) =>
      inTransaction(database, () => {
        for (const { id, name, type, birthday } of pets) {
          if (update.run(name, type, dayNumber(birthday), id).changes === 0) throw new UnknownPetError(id);
        }
      }),
    delete: (ids) =>
      inTransaction(database, () => {
        for (const id of ids) remove.run(id);
      }),
    search: (filter) => found(select, filter),
    [Symbol.dispose]() {
      database.close();
    },
  };
}

function inTransaction(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    // After some errors, such as a full disk, SQLite has rolled back already.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/**
 * The query of a search. Lists are passed as JSON, so that the statement is the same for any number of names. NULL
 * means no filter.
 */
const selection = `
  SELECT id, name, type, birthday FROM pets
  WHERE (:names IS NULL OR name IN (SELECT value FROM json_each(:names)))
    AND (:types IS NULL OR type IN (SELECT value FROM json_each(:types)))
    AND (:from IS NULL OR birthday >= :from AND birthday < :before)
`;

function found(select: StatementSync, { names = [], types = [], born }: PetFilter): Pet[] {
  const rows = select.all({
    names: names.length > 0 ? JSON.stringify(names) : null,
    types: types.length > 0 ? JSON.stringify(types) : null,
    from: born ? dayNumber(born.from) : null,
    before: born ? dayNumber(born.before) : null,
  });
  return rows.map(petOf);
}

function petOf({ id, name, type, birthday }: Record<string, SQLOutputValue>): Pet {
  if (typeof id !== 'string' || typeof name !== 'string' || typeof birthday !== 'number' || !isPetType(type)) {
    throw new Error(`the file holds a pet that is none: ${String(id)}`);
  }
  return { id, name, type, birthday: dayOf(birthday) };
}

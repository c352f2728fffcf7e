import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';

import { toDayNumber, fromDayNumber } from '../calendar.ts';
import type { Pet, PetFilter, PetType } from '../pet.ts';
import { openDatabase } from './database.ts';

/** Thrown for an update of a pet that does not exist. */
export class UnknownPetError extends Error {
  override readonly name = 'UnknownPetError';
  readonly id: string;

  constructor(id: string) {
    super(`pet ${JSON.stringify(id)} does not exist`);
    this.id = id;
  }
}

/**
 * A table of pets. Callers validate all arguments. Guarantees: a call that returns was executed completely, and a call
 * that throws not at all; in a file, executed calls survive the end of the process at any time.
 */
export interface PetTable extends Disposable {
  /** Stores new pets, whose ids the table does not have yet. */
  add(pets: readonly Pet[]): void;
  /**
   * Replaces the pets with these ids; if an id occurs twice, the last pet wins.
   *
   * Throws: `UnknownPetError` for the first unknown id.
   */
  update(pets: readonly Pet[]): void;
  /** Deletes the pets with these ids; unknown ids are ignored. */
  delete(ids: readonly string[]): void;
  /** The pets that match the filter, in any order. */
  search(filter: PetFilter): readonly Pet[];
}

/**
 * Opens a table in a SQLite file (with its `-wal` file), which is created if it does not exist. Throws:
 * `SETTINGS_INVALID` if the file cannot be opened, for example because another process has it open.
 * @param file the file. @default - in memory, until the process ends
 */
export function openPetTable(file = ':memory:'): PetTable {
  const database = openDatabase(file);
  const insert = database.prepare('INSERT INTO pets (id, name, type, birthday) VALUES (?, ?, ?, ?)');
  const update = database.prepare('UPDATE pets SET name = ?, type = ?, birthday = ? WHERE id = ?');
  const remove = database.prepare('DELETE FROM pets WHERE id = ?');
  const select = database.prepare(selection);
  return {
    add: (pets) =>
      runInTransaction(database, () => {
        for (const { id, name, type, birthday } of pets) insert.run(id, name, type, toDayNumber(birthday));
      }),
    update: (pets) =>
      runInTransaction(database, () => {
        for (const { id, name, type, birthday } of pets) {
          if (update.run(name, type, toDayNumber(birthday), id).changes === 0) throw new UnknownPetError(id);
        }
      }),
    delete: (ids) =>
      runInTransaction(database, () => {
        for (const id of ids) remove.run(id);
      }),
    search: (filter) => searchPets(select, filter),
    [Symbol.dispose]() {
      database.close();
    },
  };
}

function runInTransaction(database: DatabaseSync, work: () => void): void {
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
 * The SQL query of a search. Lists are passed as JSON, so that the statement is the same for any number of names. NULL
 * means no filter.
 */
const selection = `
  SELECT id, name, type, birthday FROM pets
  WHERE (:names IS NULL OR name IN (SELECT value FROM json_each(:names)))
    AND (:types IS NULL OR type IN (SELECT value FROM json_each(:types)))
    AND (:from IS NULL OR birthday >= :from AND birthday < :before)
`;

function searchPets(select: StatementSync, { names = [], types = [], born }: PetFilter): Pet[] {
  const rows = select.all({
    names: names.length > 0 ? JSON.stringify(names) : null,
    types: types.length > 0 ? JSON.stringify(types) : null,
    from: born ? toDayNumber(born.from) : null,
    before: born ? toDayNumber(born.before) : null,
  });
  return rows.map(toPet);
}

// Converts a row to a pet. The schema of the table guarantees the types.
function toPet({ id, name, type, birthday }: Record<string, SQLOutputValue>): Pet {
  return { id: String(id), name: String(name), type: type as PetType, birthday: fromDayNumber(Number(birthday)) };
}

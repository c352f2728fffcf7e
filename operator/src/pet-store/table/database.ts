import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { getMessage, OperatorError } from '@kubewright/runtime/internal/base';

/**
 * Marks a file as a file of this program (https://www.sqlite.org/pragma.html#pragma_application_id): "pets" in ASCII.
 */
const applicationId = 0x70657473;
/** The version of `schema`. Files of a later version are rejected. */
const version = 1;

const schema = `
  CREATE TABLE pets (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    birthday INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

/**
 * Opens the file, or creates it, with an exclusive lock.
 *
 * Guarantees: committed changes survive the end of the process at any time, and a power failure.
 * Throws: `SETTINGS_INVALID` if the folder does not exist, or the file is locked, damaged, or of another program.
 */
export function openDatabase(file: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    prepare(database);
    return database;
  } catch (cause) {
    database?.close();
    throw new OperatorError('SETTINGS_INVALID', `open the pet database ${file}`, { cause, hint: getHint(file, cause) });
  }
}

function prepare(database: DatabaseSync): void {
  // The exclusive mode needs no shared memory, so it also works on volumes without it, such as network volumes.
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA busy_timeout = 1000');
  // The first read takes the lock.
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  if (!isEmpty && readPragma(database, 'application_id') !== applicationId)
    throw new ForeignDatabaseError('it is not a pet database');
  const found = readPragma(database, 'user_version');
  if (found > version)
    throw new ForeignDatabaseError(
      `it has version ${found}, but this program supports only version ${version}; use a newer program`,
    );
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  if (found === version) return;
  database.exec(
    `BEGIN IMMEDIATE; ${schema} PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}; COMMIT`,
  );
}

function readPragma(database: DatabaseSync, name: 'application_id' | 'user_version'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}

class ForeignDatabaseError extends Error {}

/** Messages with advice, by error code of SQLite: https://www.sqlite.org/rescode.html */
const hints: Readonly<Record<number, string>> = {
  5: 'another process uses it; stop that process, or choose another file',
  14: 'it cannot be opened; check that it is a file that this user can read and write',
  26: 'it is not a pet database; choose another file',
};

function getHint(file: string, cause: unknown): string {
  if (!existsSync(path.dirname(file))) return 'its folder does not exist; create it first';
  const code = cause instanceof Error && 'errcode' in cause ? Number(cause.errcode) & 0xff : 0;
  return hints[code] ?? getMessage(cause);
}

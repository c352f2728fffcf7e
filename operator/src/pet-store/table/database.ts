import { DatabaseSync } from 'node:sqlite';

import { getMessage, OperatorError } from '@kubewright/runtime/internal/base';

/**
 * Marks a file as a file of this program (https://www.sqlite.org/pragma.html#pragma_application_id): "pets" in ASCII.
 */
const applicationId = 0x70657473;
/** The version of `schema`. Files of other versions are rejected. */
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
    throw new OperatorError('SETTINGS_INVALID', `open the pet database ${file}`, { cause, hint: getMessage(cause) });
  }
}

function prepare(database: DatabaseSync): void {
  // The exclusive mode needs no shared memory, so it also works on network volumes, which have none.
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA busy_timeout = 1000');
  // The first read acquires the lock.
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  const found = readPragma(database, 'user_version');
  if (!isEmpty && (readPragma(database, 'application_id') !== applicationId || found !== version))
    throw new Error(`the file is not a pet database of version ${version}`);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  if (!isEmpty) return;
  database.exec(
    `BEGIN IMMEDIATE; ${schema} PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}; COMMIT`,
  );
}

function readPragma(database: DatabaseSync, name: 'application_id' | 'user_version'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';

import { beforeEach, describe, expect, it } from 'vitest';

import { sixPets } from '../testing/test-pet-store.ts';
import { openPetTable } from './pet-table.ts';
import { useTemporaryFolder } from '../../../control-plane/fixtures/temporary-folder.ts';

/**
 * A program that repeatedly adds two pets with the same name in one call and then prints the name, until it is killed.
 */
const endlessWriter = `
  import { openPetTable } from ${JSON.stringify(new URL('pet-table.ts', import.meta.url))};
  import { writeSync } from 'node:fs';
  const [file, round] = process.argv.slice(1);
  const table = openPetTable(file);
  for (let i = 0; ; i++) {
    const name = round + '-' + i;
    const pet = { name, type: 'dog', birthday: { year: 2020, month: 1, day: 1 } };
    table.add([{ ...pet, id: name + 'a' }, { ...pet, id: name + 'b' }]);
    writeSync(1, name + '\\n');
  }
`;

let folder = '';
useTemporaryFolder((path) => void (folder = path));
let file: string;
beforeEach(async () => {
  file = path.join(folder, 'pets.db');
});

describe('a file of pets', () => {
  it('keeps its pets after it is closed', () => {
    {
      using table = openPetTable(file);
      table.add(sixPets);
    }
    using table = openPetTable(file);
    expect(table.search({})).toHaveLength(6);
  });

  it('contains only complete additions after its process is killed at any time', async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < 3; round++) {
      const writer = spawn(process.execPath, ['--input-type=module', '--eval', endlessWriter, file, String(round)]);
      const lines = createInterface(writer.stdout);
      let count = 0;
      lines.on('line', (line) => {
        acknowledged.push(line);
        count += 1;
        // Kills the writer in the middle of its writes.
        if (count === 40) writer.kill('SIGKILL');
      });
      const closed = once(lines, 'close');
      const [, signal] = (await once(writer, 'exit')) as [number | null, string | null];
      expect(signal).toBe('SIGKILL');
      await closed;
      using table = openPetTable(file);
      const counts = Map.groupBy(table.search({}), ({ name }) => name);
      for (const name of acknowledged) expect(counts.get(name)).toHaveLength(2);
      expect([...counts.values()].filter((pets) => pets.length !== 2)).toEqual([]);
    }
  }, 30_000);

  it('can be opened by one process at a time', () => {
    using _table = openPetTable(file);
    expect(() => openPetTable(file)).toThrow('database is locked');
  });

  it('is rejected and not changed if it is not a database', async () => {
    await writeFile(file, 'a shopping list'.repeat(100));
    expect(() => openPetTable(file)).toThrow('file is not a database');
    expect(await readFile(file, 'utf8')).toBe('a shopping list'.repeat(100));
  });

  it('is rejected if it is a database of another program, or of a later version', () => {
    const foreign = new DatabaseSync(file);
    foreign.exec('CREATE TABLE t (a)');
    foreign.close();
    expect(() => openPetTable(file)).toThrow('the file is not a pet database');
    const later = path.join(folder, 'later.db');
    openPetTable(later)[Symbol.dispose]();
    const database = new DatabaseSync(later);
    database.exec('PRAGMA user_version = 2');
    database.close();
    expect(() => openPetTable(later)).toThrow('the file is not a pet database of version 1');
  });

  it('is rejected if its folder does not exist', () => {
    expect(() => openPetTable(path.join(folder, 'none/pets.db'))).toThrow('unable to open database file');
    expect(() => openPetTable(folder)).toThrow('unable to open database file');
  });
});

/** Writes the mutants of each promise into `test/README.md`. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { root } from '../repo/run.ts';
import { mutants } from './mutants.ts';
import { promiseTable, withTable } from './promise-table.ts';
import { promises } from './promises.ts';

const page = path.join(root, 'test/README.md');
await writeFile(page, withTable(await readFile(page, 'utf8'), promiseTable(promises, mutants)));

/** Writes the mutants of each promise of the runtime, and of each row of the operators, into `test/README.md`. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { root } from '../repo/run.ts';
import { mutants } from './mutants.ts';
import { promiseTable, withTable } from './promise-table.ts';
import { promises } from './promises.ts';
import { rowTable } from './row-table.ts';

const page = path.join(root, 'test/README.md');
const written = withTable(await readFile(page, 'utf8'), promiseTable(promises, mutants));
await writeFile(page, withTable(written, rowTable(mutants), 'rows'));

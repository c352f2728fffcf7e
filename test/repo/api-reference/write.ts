/** Writes the pages about what the packages export, from the doc comments of their sources. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { root } from '../run.ts';
import { apiPageText } from './page.ts';
import { apiPages } from './pages.ts';

for (const page of apiPages) await writeFile(path.join(root, page.page), apiPageText(page, root));

/** Writes the API reference of each package from the doc comments of its sources. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { root } from '../run.ts';
import { type ApiPage, apiPageTexts } from './page.ts';

const reference = 'operator/docs/reference';

/** One page for each public entry point. */
const apiPages: readonly ApiPage[] = [
  { entry: '@kubewright/runtime', source: 'operator/runtime/src/index.ts', page: `${reference}/api-runtime.md` },
  {
    entry: '@kubewright/testing',
    source: 'operator/testing/src/index.ts',
    page: `${reference}/api-testing.md`,
  },
  {
    entry: '@kubewright/generate',
    source: 'operator/generate/src/index.ts',
    page: `${reference}/api-generate.md`,
  },
];

const texts = apiPageTexts(apiPages, root);
for (const [index, { page }] of apiPages.entries()) await writeFile(path.join(root, page), texts[index] as string);

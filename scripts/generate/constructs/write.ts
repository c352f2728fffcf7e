/**
 * Generates `imports/` from the declarations of our APIs: the typed constructs of every kind (`cdk8s import`), and an
 * index with named exports. Deletes the files of removed kinds. If the import fails, no file changes.
 */
import path from 'node:path';

import { writeFiles } from '../../../operator/generate/src/write-files.ts';
import { listApis } from '../../../operator/runtime/src/manager/index.ts';
import { kubewright } from '../../../operator/src/kubewright.ts';
import { renderConstructs } from './render.ts';
import { readdirSync, rmSync } from 'node:fs';

const directory = path.resolve(import.meta.dirname, '../../../imports');
const files = await renderConstructs(listApis(kubewright));
const isGone = (file: string): boolean => file.endsWith('.ts') && !files.has(file);

for (const file of readdirSync(directory).filter(isGone)) rmSync(path.join(directory, file));
await writeFiles(directory, files);

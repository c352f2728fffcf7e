/** Writes a report of what each published package exports: `<package>/api/<door>.api.md`. */
import { globSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { compile } from '../compile.ts';
import { root } from '../run.ts';
import { doorsOf } from './doors.ts';
import { apiReports } from './reports.ts';

const { workspaces } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { workspaces: string[] };
const doors = doorsOf(workspaces, root);

process.exitCode = await compile([...new Set(doors.map(({ folder }) => folder))]);
if (process.exitCode === 0) {
  const reports = apiReports(doors, root);
  const former = workspaces.flatMap((folder) => globSync(`${folder}/api/*.api.md`, { cwd: root }));
  for (const file of former.filter((each) => !reports.has(each))) await rm(path.join(root, file));
  for (const [file, text] of reports) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
}

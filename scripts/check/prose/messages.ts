/** `npm run messages`: prints every message that users can see, by package and file; values are `{name}`. */
import path from 'node:path';

import { listRepositoryFiles, readRepositoryText } from '../../files.ts';
import { hasTexts, listTexts } from './list-texts.ts';

const files = (await listRepositoryFiles()).filter(hasTexts).sort();
const { name, workspaces } = readPackage('');

function readPackage(folder: string): { readonly name: string; readonly workspaces: readonly string[] } {
  return JSON.parse(readRepositoryText(path.posix.join(folder, 'package.json'))) as ReturnType<typeof readPackage>;
}

/** Returns the folder of the innermost workspace that contains a file: `operator/runtime`, not `operator`. */
function findWorkspace(file: string): string | undefined {
  return workspaces
    .filter((folder) => file.startsWith(`${folder}/`))
    .sort()
    .at(-1);
}

function listMessages(file: string): readonly string[] {
  const messages = listTexts(file, readRepositoryText(file)).filter(({ kind }) => kind === 'message');
  return [...new Set(messages.map(({ text }) => text.trim()))].sort();
}

for (const [folder, own] of Map.groupBy(files, findWorkspace)) {
  console.log(`\n# ${folder === undefined ? name : readPackage(folder).name}`);
  for (const file of own) {
    const messages = listMessages(file);
    if (messages.length > 0) console.log(`\n## ${file}\n`);
    for (const message of messages) console.log(`- ${message.replaceAll('\n', '\n  ')}`);
  }
}

import { readFile } from 'node:fs/promises';

import type { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { logAnnotation } from '../../../operator/testing/src/node/index.ts';

/** What an operator Pod has logged as an error, or what is a mistake of its own. Its log is of the format `json`. */
export async function errorsIn({ metadata }: Pod): Promise<readonly string[]> {
  const file = Object.entries(metadata.annotations ?? {}).find(([name]) => name.startsWith(logAnnotation))?.[1];
  if (file === undefined) throw new Error(`nobody says where the log of Pod ${metadata.name} is`);
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.filter(
    (line) =>
      !line.startsWith('{"level":') || /"level":"(error|fatal)"|\b(Type|Range|Reference|Syntax)Error\b/.test(line),
  );
}

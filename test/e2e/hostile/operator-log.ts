import { readFile } from 'node:fs/promises';

import type { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { logAnnotation } from '../../../operator/control-plane/src/node/index.ts';

/** Returns the lines in the log of an operator Pod that are errors, name an error of JavaScript, or are not JSON. */
export async function readErrors({ metadata }: Pod): Promise<readonly string[]> {
  const file = Object.entries(metadata.annotations ?? {}).find(([name]) => name.startsWith(logAnnotation))?.[1];
  if (file === undefined) throw new Error(`Pod ${metadata.name} lacks the annotation with its log path`);
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.filter(
    (line) =>
      !line.startsWith('{"level":') || /"level":"(error|fatal)"|\b(Type|Range|Reference|Syntax)Error\b/.test(line),
  );
}

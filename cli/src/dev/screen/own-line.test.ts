import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { beforeAll, describe, expect, it } from 'vitest';

import { useTemporaryFolder } from '../../../../operator/control-plane/fixtures/temporary-folder.ts';
import { describePosition, findOwnPosition } from './own-line.ts';

let folder = '';
useTemporaryFolder((parent) => void (folder = path.join(parent, 'tea (old)')), 'all');
beforeAll(async () => {
  await mkdir(folder);
  await writeFile(path.join(folder, 'shop.ts'), "const tea = 1;\n  throw new Error('no tea');\n");
});

describe('the own line of an error', () => {
  it('is the first one in the project that is not in a package', async () => {
    const url = pathToFileURL(folder).href;
    const stack = [
      'Error: no tea (at /etc/hosts:1:1)',
      `    at brew (file:///elsewhere/node_modules/tea/main.js:3:1)`,
      `    at pour (${url}/node_modules/tea/main.js:3:1)`,
      `    at async Object.reconcile (${url}/shop.ts?generation=7:2:9)`,
      `    at ${url}/other.ts:1:1`,
    ].join('\n');
    const position = findOwnPosition(stack, folder);
    expect(position).toEqual({ file: path.join(folder, 'shop.ts'), line: 2, column: 9 });
    expect(await describePosition(position!, folder)).toBe("shop.ts:2:9  throw new Error('no tea');");
    expect(await describePosition({ ...position!, file: path.join(folder, 'gone.ts') }, folder)).toBe('gone.ts:2:9');
  });

  it('is absent if no line is in the project', () => {
    expect(findOwnPosition('Error: no tea\n    at node:internal/process:1:1', folder)).toBeUndefined();
  });
});

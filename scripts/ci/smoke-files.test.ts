import { existsSync } from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';

import { root } from '../run.ts';
import { smokeFiles } from './smoke-files.ts';

it('names files that exist', () => {
  const files = Object.values(smokeFiles).flat();
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

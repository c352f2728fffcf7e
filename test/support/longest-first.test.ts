import { existsSync } from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';

import { longest } from './longest-first.ts';

const root = path.resolve(import.meta.dirname, '../..');

it.each(longest)('%s is a file', (file) => {
  expect(existsSync(path.join(root, file))).toBe(true);
});

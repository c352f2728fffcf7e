import { existsSync } from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';

import { slow } from '../quick.config.ts';
import { measuring } from '../vitest.config.ts';
import { longest } from './longest-first.ts';

const root = path.resolve(import.meta.dirname, '../..');

it.each([...longest, ...measuring, ...slow])('%s, which a configuration of Vitest names, exists', (file) => {
  expect(existsSync(path.join(root, file))).toBe(true);
});

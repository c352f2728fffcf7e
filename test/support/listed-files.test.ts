import { existsSync, globSync } from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';

import { smokeFiles } from '../../scripts/ci/smoke-files.ts';
import { order as delivered } from '../delivery/vitest.config.ts';
import { order as faults } from '../faults/vitest.config.ts';
import { slow } from '../quick.config.ts';
import { longest, measuring } from '../vitest.config.ts';

const root = path.resolve(import.meta.dirname, '../..');
const notOurs = ['**/node_modules/**', '**/dist/**'];

const smoke = Object.values(smokeFiles).flat();

it.each([...measuring, ...slow, ...smoke])('%s, which a configuration of the tests names, exists', (file) => {
  expect(existsSync(path.join(root, file))).toBe(true);
});

it('the files that start first exist', () => {
  const files = globSync('{operator,infra,test}/**/*.test.ts', { cwd: root, exclude: notOurs }).map(
    (file) => `/${file}`,
  );
  const missing = [...longest, ...faults, ...delivered].filter(
    (name) => !files.some((file) => file.endsWith(`/${name}.test.ts`)),
  );
  expect(missing).toEqual([]);
});

import { expect, it } from 'vitest';

import { readRepositoryText } from './files.ts';

it('npm run compiles only through build.ts', () => {
  const { scripts } = JSON.parse(readRepositoryText('package.json')) as { scripts: Readonly<Record<string, string>> };
  const compiling = Object.entries(scripts).filter(([, line]) => /\btsc\b|(?<!vitepress )\bbuild\b/.test(line));
  expect(compiling.map(([name]) => name)).toEqual(expect.arrayContaining(['start', 'test', 'test:faults', 'synth']));
  for (const [, line] of compiling)
    expect(line).toMatch(/^(?:export NODE_COMPILE_CACHE=\S+; )?(npm run --silent build|node scripts\/build\.ts)\b/);
});

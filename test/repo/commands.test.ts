import { expect, it } from 'vitest';

import { textOf } from './files.ts';
import { commandSources, type Manifest } from './packages.ts';

it('the package of the operator has commands that a shell can start by name', () => {
  expect([...commandSources({ bin: { a: './dist/b/c.js' } })]).toEqual([['a', 'src/b/c.ts']]);
  const commands = commandSources(JSON.parse(textOf('operator/package.json')) as Manifest);
  expect([...commands.keys()]).toEqual(['kubewright-control-plane', 'petstore']);
  for (const source of commands.values()) expect(textOf(`operator/${source}`)).toMatch(/^#!\/usr\/bin\/env /);
});

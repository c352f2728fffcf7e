import { expect, it } from 'vitest';

import { textOf } from './files.ts';
import { commandSources, type Manifest } from './packages.ts';

it.each([
  ['operator', ['petstore']],
  ['operator/testing', ['kubewright-control-plane']],
])('the package in %s has commands that a shell can start by name', (folder, names) => {
  expect([...commandSources({ bin: { a: './dist/b/c.js' } })]).toEqual([['a', 'src/b/c.ts']]);
  const commands = commandSources(JSON.parse(textOf(`${folder}/package.json`)) as Manifest);
  expect([...commands.keys()]).toEqual(names);
  for (const source of commands.values()) expect(textOf(`${folder}/${source}`)).toMatch(/^#!\/usr\/bin\/env /);
});

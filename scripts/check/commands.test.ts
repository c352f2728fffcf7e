import { expect, it } from 'vitest';

import { textOf } from '../files.ts';
import { commandSources, type Manifest } from './packages.ts';

it('the operator, the test kit and infra install their commands, whose sources begin with a shebang line', () => {
  expect([...commandSources({ bin: { a: './dist/b/c.js' } })]).toEqual([['a', 'src/b/c.ts']]);
  const commandsIn = (folder: string): readonly string[] => {
    const commands = commandSources(JSON.parse(textOf(`${folder}/package.json`)) as Manifest);
    for (const source of commands.values()) expect(textOf(`${folder}/${source}`)).toMatch(/^#!\/usr\/bin\/env /);
    return [...commands.keys()];
  };
  expect(commandsIn('operator')).toEqual(['petstore']);
  expect(commandsIn('operator/testing')).toEqual(['kubewright-control-plane']);
  // Pulumi asks for the name of the third.
  expect(commandsIn('infra')).toEqual(['kubewright-crd-changes', 'kubewright-diff', 'pulumi-resource-kubewright']);
});

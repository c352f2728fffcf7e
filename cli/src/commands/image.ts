import type { Command } from 'commander';

import { asksForHelp } from '../help.ts';
import { openProject, warnOfVersionDrift } from '../project.ts';
import { resolveProgram, runNode } from '../run-node.ts';
import { addPassing } from './programs.ts';

const bundle = 'output/bundle';

/** Adds `package image`, which bundles the operator and builds its image with the `kubewright-image` command. */
export function addImage(program: Command): void {
  const packages = program.commands.find((command) => command.name() === 'package');
  if (packages === undefined) throw new Error('add the command package first');
  addPassing(packages, 'image', {
    description: 'Builds the image without a daemon, into output/image/; --push <name> pushes it.',
    example: 'kubewright package image --push registry.example/coffee-shops:0.1.0',
  }).action(async (args: readonly string[]) => {
    const project = openProject(program.opts<{ readonly project: string }>().project);
    const { folder, module } = project;
    if (!asksForHelp(args)) {
      await warnOfVersionDrift(project);
      const { bundleOperator } = await import('@kubewright/generate/image');
      await bundleOperator({ folder, module, directory: bundle });
    }
    const own = ['--bundle', bundle, '--out', 'output/image'];
    process.exitCode = await runNode(folder, [resolveProgram('generate', 'image/cli.js'), ...own, ...args]);
  });
}

import type { Command } from 'commander';

import { addExamples, asksForHelp } from '../help.ts';
import { openProject, type Project, warnOfVersionDrift } from '../project.ts';
import { resolveProgram, runNode } from '../run-node.ts';
import { addPassing } from './programs.ts';

const bundle = 'output/bundle';

/**
 * Registers `package image`, which runs `kubewright-image` to build the image, and `package bundle`, its first step.
 * @param packages the command `package`
 */
export function addImage(packages: Command): void {
  const open = (): Project => openProject(packages.optsWithGlobals<{ readonly project: string }>().project);
  const bundling = packages
    .command('bundle')
    .description('Bundles the program into output/bundle/ without building the image.')
    .allowExcessArguments(false)
    .action(async () => {
      await bundleProject(open());
      console.log(`wrote ${bundle}`);
    });
  addExamples(bundling, 'kubewright package bundle');
  addPassing(packages, 'image', {
    description:
      'Builds the image without a daemon, into output/image/; --push <name> pushes it. With --olm: the image of an OLM bundle, into output/olm-image/.',
    example: 'kubewright package image --push registry.example/coffee-shops:0.1.0',
  }).action(async (args: readonly string[]) => {
    const project = open();
    const isOlm = args.some((arg) => /^--olm(=|$)/.test(arg));
    if (!isOlm && !asksForHelp(args)) await bundleProject(project);
    const own = ['--bundle', bundle, '--out', isOlm ? 'output/olm-image' : 'output/image'];
    process.exitCode = await runNode(project.folder, [resolveProgram('generate', 'image/cli.js'), ...own, ...args]);
  });
}

async function bundleProject(project: Project): Promise<void> {
  await warnOfVersionDrift(project);
  const { bundleOperator } = await import('@kubewright/generate/image');
  await bundleOperator({ folder: project.folder, module: project.module, directory: bundle });
}

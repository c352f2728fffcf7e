import type { Command } from 'commander';

import { addExamples } from '../help.ts';
import type { InitFlags } from './init-project.ts';

/** Registers `kubewright init`. @param version the version of our packages that the new project installs */
export function addInit(program: Command, version: string): void {
  const command = configureInit(program.command('init'), version);
  addExamples(command, 'kubewright init coffee-shops', 'kubewright init coffee-shops --group shops.example.com --yes');
}

/**
 * Adds the arguments, options and action of `kubewright init` to a command, which `npm create kubewright` also uses.
 */
export function configureInit(command: Command, version: string): Command {
  return command
    .description('Begins an operator: a project with one kind, its controller, a test and a sample.')
    .argument('<name>', 'folder of the project; its last part becomes the name of the operator: coffee-shops')
    .option('--kind <kind>', 'kind that the project declares (default: from the name: CoffeeShop)')
    .option('--group <group>', 'the API group of the kind, a domain of yours (default: example.com)')
    .option('--from <checkout>', 'pack our packages in a checkout of Kubewright instead of installing them from npm')
    .option('--no-install', 'do not run npm install')
    .option('-y, --yes', 'ask nothing')
    .option('--json', 'print the written files as JSON, and ask nothing')
    .allowExcessArguments(false)
    .action(async (name: string, flags: InitFlags) => {
      const { initProject } = await import('./init-project.ts');
      await initProject(name, flags, version);
    });
}

import type { Command } from 'commander';

import { addExamples } from '../help.ts';
import type { InitFlags } from './init-project.ts';

/** Adds `kubewright init`. @param version that of our packages in the project */
export function addInit(program: Command, version: string): void {
  const command = configureInit(program.command('init'), version);
  addExamples(command, 'kubewright init coffee-shops', 'kubewright init coffee-shops --group shops.example.com --yes');
}

/** Makes a command begin an operator, as `kubewright init` and `npm create kubewright` do. */
export function configureInit(command: Command, version: string): Command {
  return command
    .description('Begins an operator: a project with one kind, its controller, a test and a sample.')
    .argument('<name>', 'the folder of the project; its last part names the operator: coffee-shops')
    .option('--kind <kind>', 'the kind that it declares (default: from the name: CoffeeShop)')
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

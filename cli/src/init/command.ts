import { type Command, Option } from 'commander';

import type { InitFlags } from './init-project.ts';

/** Adds `kubewright init`, which `npm create kubewright` runs. @param version that of our packages in the project */
export function addInit(program: Command, version: string): void {
  program
    .command('init')
    .description('Begins an operator: a project with one kind, its controller, a test and a sample.')
    .argument('<name>', 'the folder of the project, whose last part names the operator: coffee-shops')
    .option('--kind <kind>', 'the kind that it declares (default: from the name: CoffeeShop)')
    .option('--group <group>', 'the API group of the kind, a domain of yours (default: example.com)')
    .addOption(
      new Option(
        '--from <checkout>',
        'pack our packages in a checkout of Kubewright instead of installing them from npm',
      ),
    )
    .option('--no-install', 'do not run npm install')
    .option('-y, --yes', 'ask nothing')
    .option('--json', 'print the written files as JSON')
    .allowExcessArguments(false)
    .action(async (name: string, flags: InitFlags) => {
      const { initProject } = await import('./init-project.ts');
      await initProject(name, flags, version);
    });
}

import type { Command } from 'commander';

import { openProject } from '../project.ts';
import type { DevFlags } from './dev.ts';

/** Adds `kubewright dev`. */
export function addDev(program: Command): void {
  program
    .command('dev')
    .description('Runs the operator on a control plane on this machine, and reloads it when a file is saved.')
    .option('--context <name>', 'use a cluster of your kubeconfig instead of a control plane on this machine')
    .option('--no-samples', 'do not apply samples/')
    .option('--inspect [address]', 'start the inspector of Node (default: 127.0.0.1:9229)')
    .option('-y, --yes', 'use a cluster that is not on this machine')
    .allowExcessArguments(false)
    .action(async (flags: DevFlags) => {
      const { dev } = await import('./dev.ts');
      await dev(openProject(program.opts<{ readonly project: string }>().project), flags);
    });
}

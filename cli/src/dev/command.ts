import type { Command } from 'commander';

import { addExamples } from '../help.ts';
import { openProject } from '../project.ts';
import type { DevFlags } from './dev.ts';

type GivenOptions = Omit<DevFlags, 'operatorFlags' | 'notInstalled'> & Partial<Pick<DevFlags, 'notInstalled'>>;

/** Registers `kubewright dev`. */
export function addDev(program: Command): void {
  const command = program
    .command('dev')
    .usage('[options] [-- <flags of the operator>]')
    .argument('[flags...]', 'flags of the operator; the variables of its own settings work as well')
    .description('Runs the operator on a control plane on this machine, and reloads the operator when you save a file.')
    .option('--context <name>', 'use a cluster of your kubeconfig instead of a control plane on this machine')
    .option('--no-samples', 'do not apply samples/ at the start')
    .option('--not-installed <kind...>', 'imported kinds to begin without, such as Certificate: delete their CRDs')
    .option('--no-screen', 'print log lines instead of the screen, even on a terminal')
    .option('--inspect [address]', "start Node's inspector (default: 127.0.0.1:9229)")
    .option('--webhook-host <host>', 'with --context: the host or IP address at which the cluster reaches this machine')
    .option('-y, --yes', 'with --context: allow a cluster that is not on this machine')
    .action(async (operatorFlags: readonly string[], options: GivenOptions) => {
      const { dev } = await import('./dev.ts');
      const flags: DevFlags = { notInstalled: [], ...options, operatorFlags };
      await dev(openProject(program.opts<{ readonly project: string }>().project), flags);
    });
  addExamples(
    command,
    'kubewright dev',
    'kubewright dev --context kind-kind --inspect',
    'kubewright dev -- --watch-namespaces shops',
  );
}

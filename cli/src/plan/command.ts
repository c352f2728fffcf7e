import type { Command } from 'commander';

import { addExamples } from '../help.ts';
import { openProject } from '../project.ts';
import { reportError } from '../report-error.ts';
import type { PlanFlags } from './plan.ts';

/** Registers `kubewright plan`. */
export function addPlan(program: Command): void {
  const command = program
    .command('plan')
    .description(
      'Prints what applying the manifests of the sources would change in a cluster, and which of these changes break objects or clients.',
    )
    .option('--context <name>', 'context of your kubeconfig (default: its current context)')
    .option('--environment <name>', 'name of the environment, a file in environments/ (default: the first one)')
    .option('--field-manager <name>', 'the field manager that applies (default: kubectl)')
    .option('--force-conflicts', 'compare with an apply that takes over fields of other field managers')
    .option('--show-new', 'print new objects in full, instead of one line for each')
    .allowExcessArguments(false)
    .action(async (flags: PlanFlags) => {
      try {
        const { plan } = await import('./plan.ts');
        const { project } = program.opts<{ readonly project: string }>();
        process.exitCode = await plan(openProject(project), flags);
      } catch (error) {
        reportError(error);
        // As for `kubectl diff`, exit code 1 means that there are differences.
        process.exitCode = 2;
      }
    });
  addExamples(command, 'kubewright plan', 'kubewright plan --context staging --environment north');
}

import type { Command } from 'commander';

import { printToStderr } from '../commands/checked.ts';
import { addExamples } from '../help.ts';
import { openProject } from '../project.ts';
import type { DoctorFlags } from './doctor.ts';

/** Registers `kubewright doctor`. */
export function addDoctor(program: Command): void {
  const command = program
    .command('doctor')
    .description('Checks this machine, the project and its cluster, and prints how to fix each problem.')
    .option('--context <name>', 'context of your kubeconfig (default: its current context)')
    .option('--namespace <name>', 'namespace of the operator (default: the namespace of the first environment)')
    .option('--json', 'print the results as JSON')
    .allowExcessArguments(false)
    .action(async ({ json = false, ...flags }: DoctorFlags & { readonly json?: boolean }) => {
      const project = openProject(program.opts<{ readonly project: string }>().project);
      const [{ examine }, { RunningChecks }, { formatJson, formatReport, hasErrors }] = await Promise.all([
        import('./doctor.ts'),
        import('./running-checks.ts'),
        import('./report.ts'),
      ]);
      using checks = new RunningChecks((text) => console.error(text));
      const results = await printToStderr(() => examine(project, flags, checks));
      console.log(json ? formatJson(results) : formatReport(results));
      if (hasErrors(results)) process.exitCode = 1;
    });
  addExamples(command, 'kubewright doctor', 'kubewright doctor --context staging --namespace shops-system');
}

import type { Command } from 'commander';

import { addExamples } from '../help.ts';
import { openProject, type Project } from '../project.ts';
import type { ApiFlags } from './add-api.ts';
import type { AddFlags, Plan } from './plan.ts';

/** Registers the commands `kubewright add api`, `add version` and `add webhook`. */
export function addAdd(program: Command): void {
  const add = program.command('add').description('Adds a kind, a version or a webhook to the operator.');

  const api = configure(add.command('api'))
    .description('Adds a kind with its controller, a test and a sample, and registers it.')
    .argument('<kind>', 'the kind, in PascalCase: Bakery')
    .option('--group <group>', 'API group of the kind (default: the group of the first kind)')
    .option('--no-controller', 'add a kind without a controller, which others only read, such as a policy')
    .option('--cluster-scoped', 'with --no-controller: its objects have no namespace')
    .action(async (kind: string, flags: AddFlags & ApiFlags) => {
      await run(api, { what: kind, flags }, async (project) => {
        const { planApi } = await import('./add-api.ts');
        return planApi(project, kind, flags);
      });
    });
  addExamples(api, 'kubewright add api Bakery', 'kubewright add api BakeryPolicy --no-controller --cluster-scoped');

  const version = configure(add.command('version'))
    .description('Adds a version to a kind, with its conversion, a test and a sample.')
    .argument('<kind>', 'a kind of the operator')
    .argument('<version>', 'the new version: v2')
    .action(async (kind: string, name: string, flags: AddFlags) => {
      await run(version, { what: `${kind} ${name}`, flags }, async (project) => {
        const { planVersion } = await import('./add-version.ts');
        return planVersion(project, kind, name);
      });
    });
  addExamples(version, 'kubewright add version Bakery v2');

  const webhook = configure(add.command('webhook'))
    .description('Adds a webhook that validates a kind, with a test, and registers it.')
    .argument('<kind>', 'a kind of the operator')
    .action(async (kind: string, flags: AddFlags) => {
      await run(webhook, { what: `the webhook of ${kind}`, flags }, async (project) => {
        const { planWebhook } = await import('./add-webhook.ts');
        return planWebhook(project, kind);
      });
    });
  addExamples(webhook, 'kubewright add webhook Bakery');
}

function configure(command: Command): Command {
  return command
    .option('-y, --yes', 'overwrite existing files')
    .option('--json', 'print the written and edited files as JSON')
    .allowExcessArguments(false);
}

async function run(
  command: Command,
  { what, flags }: { readonly what: string; readonly flags: AddFlags },
  plan: (project: Project) => Promise<Plan>,
): Promise<void> {
  const { project } = command.optsWithGlobals<{ readonly project: string }>();
  const opened = openProject(project);
  const planned = await plan(opened);
  const { writePlan } = await import('./plan.ts');
  await writePlan(opened.folder, what, { ...planned, ...flags });
}

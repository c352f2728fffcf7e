import type { Command } from 'commander';

import { addExamples, asksForHelp, formatExamples } from '../help.ts';
import { loadOperator, openProject, type Project } from '../project.ts';
import { resolveProgram, runNode } from '../run-node.ts';

/** Registers the commands that pass the user's arguments to another program. */
export function addProgramCommands(program: Command): void {
  addPassing(program, 'run', {
    description: 'Runs the operator on this machine, with your kubeconfig; --help lists its settings.',
    example: 'kubewright run --watch-namespaces shops',
  }).action(async (args: readonly string[]) => {
    const operator = await loadOperator(open(program));
    const { runOperator } = await import('@kubewright/runtime');
    process.exitCode = await runOperator(operator, { argv: args, env: process.env });
  });
  addPassing(program, 'test', {
    description: "Runs src/**/*.test.ts with Node's test runner, and passes it your arguments.",
    example: 'kubewright test --watch --test-name-pattern=replicas',
  }).action(async (args: readonly string[]) => {
    // The help of Node's test runner would list all flags of Node.
    if (asksForHelp(args)) return;
    process.exitCode = await runNode(open(program).folder, [
      '--test',
      ...args,
      ...(hasFiles(args) ? [] : ['src/**/*.test.ts']),
    ]);
  });
  addPassing(program, 'diff', {
    description: 'Prints what applying a folder of manifests would change in a cluster.',
    example: 'kubewright diff manifests/production --context staging',
  }).action(async (args: readonly string[]) => {
    process.exitCode = await runNode(open(program).folder, [resolveProgram('infra', 'diff/main.js'), ...args]);
  });
  addPassing(program, 'control-plane', {
    description: 'Runs a real Kubernetes control plane on this machine, without containers, until Ctrl-C.',
    example: 'kubewright control-plane --state-directory ./cluster',
  }).action(async (args: readonly string[]) => {
    process.exitCode = await runNode(open(program).folder, [
      resolveProgram('control-plane', 'control-plane/cli.js'),
      ...args,
    ]);
  });
}

interface Texts {
  readonly description: string;
  readonly example: string;
}

/** Registers a command that passes all arguments to a program. For `--help`, it prints its own description first. */
export function addPassing(program: Command, name: string, { description, example }: Texts): Command {
  const command = program
    .command(name)
    .description(description)
    .argument('[arguments...]')
    .allowUnknownOption()
    .passThroughOptions()
    .helpOption(false)
    .hook('preAction', ({ args }) => {
      if (asksForHelp(args)) console.log(`${description}\n\n${formatExamples([example])}\n`);
    });
  return addExamples(command, example);
}

function open(program: Command): Project {
  return openProject(program.opts<{ readonly project: string }>().project);
}

function hasFiles(args: readonly string[]): boolean {
  return args.some((arg) => !arg.startsWith('-'));
}

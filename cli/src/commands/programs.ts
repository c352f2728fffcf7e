import type { Command } from 'commander';

import { loadOperator, openProject, type Project } from '../project.ts';
import { resolveProgram, runNode } from '../run-node.ts';

/** Adds the commands that run a program with the user's arguments. */
export function addProgramCommands(program: Command): void {
  addPassing(
    program,
    'run',
    'Runs the operator on this machine, with your kubeconfig; --help lists its settings.',
  ).action(async (args: readonly string[]) => {
    const operator = await loadOperator(open(program));
    const { runOperator } = await import('@kubewright/runtime');
    process.exitCode = await runOperator(operator, { argv: args, env: process.env });
  });
  addPassing(
    program,
    'test',
    'Runs src/**/*.test.ts with the test runner of Node, and passes it your arguments.',
  ).action(async (args: readonly string[]) => {
    process.exitCode = await runNode(open(program).folder, [
      '--test',
      ...args,
      ...(hasFiles(args) ? [] : ['src/**/*.test.ts']),
    ]);
  });
  addPassing(program, 'diff', 'Prints what applying a folder of manifests would change in a cluster.').action(
    async (args: readonly string[]) => {
      process.exitCode = await runNode(open(program).folder, [resolveProgram('infra', 'diff/main.js'), ...args]);
    },
  );
  addPassing(
    program,
    'control-plane',
    'Runs a real Kubernetes control plane on this machine, without containers.',
  ).action(async (args: readonly string[]) => {
    process.exitCode = await runNode(open(program).folder, [
      resolveProgram('testing', 'control-plane/cli.js'),
      ...args,
    ]);
  });
}

/** Adds a command that passes all its arguments on. */
export function addPassing(program: Command, name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .argument('[arguments...]')
    .allowUnknownOption()
    .passThroughOptions()
    .helpOption(false);
}

function open(program: Command): Project {
  return openProject(program.opts<{ readonly project: string }>().project);
}

function hasFiles(args: readonly string[]): boolean {
  return args.some((arg) => !arg.startsWith('-'));
}

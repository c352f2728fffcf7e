import type { Command } from 'commander';

import { addExamples } from '../help.ts';
import { loadOperator, openProject, type Project, warnOfVersionDrift } from '../project.ts';
import { type Rendered, type WriteFlags, writeRendered } from '../write-rendered.ts';

/** Registers the commands that write generated files. Each has `--check`, for CI. @returns the command `package` */
export function addCheckedCommands(program: Command): Command {
  addChecked(program.command('generate'), async (project) => {
    const { renderProjectFiles } = await import('@kubewright/generate');
    return renderProjectFiles(await loadOperator(project), project.folder, { description: project.description });
  }).description('Writes crds/, declaration.json and the dashboard from src/operator.ts.');

  addChecked(program.command('synth'), async (project) => {
    const { renderManifests } = await import('../render/manifests.ts');
    return renderManifests(project);
  }).description('Writes the manifests of each environment into manifests/, for kubectl, Argo CD or Flux.');

  const packages = program.command('package').description('Packages the operator for its users.');
  addChecked(packages.command('helm'), async (project) => {
    const { renderChart } = await import('../render/chart.ts');
    return renderChart(project);
  }).description('Writes the Helm chart into output/helm/.');

  addChecked(packages.command('olm'), async (project) => {
    const { renderBundle } = await import('../render/bundle.ts');
    return renderBundle(project);
  }).description('Writes the bundle and a catalog for the Operator Lifecycle Manager into output/olm/.');
  return packages;
}

function addChecked(command: Command, render: (project: Project) => Promise<Rendered>): Command {
  const name = formatName(command);
  return addExamples(command, name, `${name} --check   # in CI`)
    .option('--check', 'write nothing, and fail if a file is not up to date')
    .option('--json', 'print the changed files as JSON')
    .allowExcessArguments(false)
    .action(async (flags: WriteFlags) => {
      const { project } = command.optsWithGlobals<{ readonly project: string }>();
      const opened = openProject(project);
      const rendered = await (flags.json === true ? printToStderr(() => render(opened)) : render(opened));
      const isDone = await writeRendered(opened.folder, rendered, { ...flags, command: name });
      await warnOfVersionDrift(opened);
      if (!isDone) process.exitCode = 1;
    });
}

/** Redirects console output to stderr while the author's modules run, because stdout must contain only JSON. */
export async function printToStderr<T>(run: () => Promise<T>): Promise<T> {
  const { log, info } = console;
  const print = console.error.bind(console);
  Object.assign(console, { log: print, info: print });
  try {
    return await run();
  } finally {
    Object.assign(console, { log, info });
  }
}

/** Formats the name of a command, with its parents: `kubewright package helm`. */
function formatName(command: Command): string {
  return command.parent === null ? command.name() : `${formatName(command.parent)} ${command.name()}`;
}

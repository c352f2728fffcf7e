import type { Command } from 'commander';

import { addExamples } from '../help.ts';
import { openProject } from '../project.ts';
import type { ImportFlags } from './import-kinds.ts';

interface Flags extends Omit<ImportFlags, 'kinds' | 'version'> {
  readonly kind?: readonly string[];
  readonly apiVersion?: string;
}

/** Registers `kubewright import`. */
export function addImport(program: Command): void {
  const command = program
    .command('import')
    .description('Writes a typed module for each CRD of another operator into src/imported/.')
    .argument(
      '[source]',
      'a file or folder, an https URL, or <group>/<version>[/<Kind>] of the cluster (default: the recorded sources)',
    )
    .option('--kind <kinds...>', 'import only these kinds (default: all kinds of the source)')
    .option(
      '--api-version <version>',
      'version of the kind to import (default: the imported version, else the storage version)',
    )
    .option('--context <name>', 'the context of your kubeconfig (default: the current one)')
    .option('--check', 'write nothing, print what changed in the source, and fail if something did')
    .option('-y, --yes', 'overwrite edited files')
    .option('--json', 'print the written files, or the changes, as JSON')
    .allowExcessArguments(false)
    .action(async (source: string | undefined, { kind, apiVersion, ...flags }: Flags) => {
      const { project } = command.optsWithGlobals<{ readonly project: string }>();
      const opened = openProject(project);
      const { importKinds } = await import('./import-kinds.ts');
      const isDone = await importKinds(opened, source, {
        ...flags,
        ...(kind && { kinds: kind }),
        ...(apiVersion !== undefined && { version: apiVersion }),
      });
      if (!isDone) process.exitCode = 1;
    });
  addExamples(
    command,
    'kubewright import https://example.com/crds.yaml --kind Certificate',
    'kubewright import cert-manager.io/v1/Certificate',
    'kubewright import --check   # in CI',
  );
}

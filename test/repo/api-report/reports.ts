import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';

import type { Door } from './doors.ts';

/**
 * The reports of doors, by path from `root`: each name that a door exports with its signature, and the types that these
 * use. Reads the compiled declarations.
 *
 * Throws if a door has none, or API Extractor does not understand them.
 */
export function apiReports(doors: readonly Door[], root: string): ReadonlyMap<string, string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'api-'));
  try {
    const configs = doors.map((door) => configOf(door, root, folder));
    const [first] = configs;
    if (first === undefined) return new Map();
    // One program for all doors takes a third of the time.
    const additionalEntryPoints = configs.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath);
    const compilerState = CompilerState.create(first, { additionalEntryPoints });
    for (const config of configs) report(config, compilerState);
    return new Map(
      doors.map((door) => {
        const text = readFileSync(path.join(folder, path.basename(door.report)), 'utf8');
        return [path.posix.join(door.folder, door.report), text];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function report(config: ExtractorConfig, compilerState: CompilerState): void {
  const messages: string[] = [];
  const { succeeded } = Extractor.invoke(config, {
    compilerState,
    localBuild: true,
    messageCallback: (message) => {
      if (message.logLevel === ExtractorLogLevel.Error) messages.push(message.text);
      message.handled = true;
    },
  });
  if (!succeeded) {
    throw new Error(`failed to describe ${config.mainEntryPointFilePath}: ${messages.join('; ')}`);
  }
}

function configOf({ folder, types, report: file }: Door, root: string, target: string): ExtractorConfig {
  const projectFolder = path.join(root, folder);
  const entry = path.join(projectFolder, types);
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder,
      mainEntryPointFilePath: entry,
      compiler: { overrideTsconfig: { compilerOptions: compilerOptions(root), files: [entry] } },
      apiReport: {
        enabled: true,
        // A change of an option's type is a change of the API, also if the type has a name that nobody can import.
        includeForgottenExports: true,
        reportFileName: path.basename(file),
        reportFolder: target,
        reportTempFolder: path.join(target, 'new'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: silent,
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: path.join(projectFolder, 'package.json'),
  });
}

/** What the compiler and the doc comments have to say is for other checks. */
const silent = {
  compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
  extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
  tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
};

function compilerOptions(root: string): object {
  return {
    target: 'es2024',
    lib: ['es2024', 'esnext.disposable'],
    module: 'nodenext',
    moduleResolution: 'nodenext',
    types: ['node'],
    typeRoots: [path.join(root, 'node_modules/@types')],
    strict: true,
    skipLibCheck: true,
  };
}

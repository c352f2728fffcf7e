import { existsSync } from 'node:fs';
import path from 'node:path';

import { CommandError, InterruptedError } from '../report-error.ts';
import { runProgram } from '../run-node.ts';
import { quote } from '../shell.ts';
import { writeAll } from '../write-all.ts';
import { askNames, canAsk, confirmOverwrite } from './ask.ts';
import { checkNames, guessKind } from './names.ts';
import { fromRegistry, packCheckout } from './packages.ts';
import { renderProject } from './render-project.ts';

/** The flags of `kubewright init`. */
export interface InitFlags {
  readonly kind?: string;
  readonly group?: string;
  readonly from?: string;
  readonly install: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** Writes a project, installs its packages, and prints what to do next. */
export async function initProject(name: string, flags: InitFlags, version: string): Promise<void> {
  const folder = path.resolve(name);
  const shown = path.isAbsolute(name) ? folder : path.relative('', folder);
  const operator = path.basename(folder);
  const asking = canAsk(flags);
  const { kind = guessKind(operator), group = 'example.com' } = flags;
  const guessed = checkNames({ operator, kind, group });
  const names = asking ? await askNames(guessed, flags) : guessed;
  await refuseOverwrite(folder, [...renderProject(names, fromRegistry(version)).keys()], asking);
  tell(flags, flags.from !== undefined && `packing the packages of ${flags.from}; this takes up to a minute`);
  const packages = flags.from === undefined ? fromRegistry(version) : await packCheckout(flags.from, folder);
  const files = renderProject(names, packages);
  await writeAll(folder, files);
  if (flags.json === true) console.log(JSON.stringify({ folder, files: [...files.keys()] }));
  else for (const file of files.keys()) console.log(`wrote ${path.join(shown, file)}`);
  if (flags.install) await install(folder, flags);
  tell(flags, describeNextSteps(shown, flags));
}

async function refuseOverwrite(folder: string, files: readonly string[], asking: boolean): Promise<void> {
  const present = files.filter((file) => existsSync(path.join(folder, file)));
  if (present.length === 0 || (asking && (await confirmOverwrite(present)))) return;
  const hint = `the folder already contains ${present.join(', ')}: choose another folder, or delete these files`;
  throw new CommandError(`write a project to ${folder}`, hint);
}

async function install(folder: string, flags: InitFlags): Promise<void> {
  tell(flags, 'installing packages with npm');
  const args = ['install', '--no-audit', '--no-fund'];
  const code = await runProgram('npm', args, {
    cwd: folder,
    stdio: ['ignore', flags.json === true ? 'ignore' : 'inherit', 'inherit'],
    // On Windows, npm is a batch file, which only a shell can run.
    shell: process.platform === 'win32',
  }).catch((cause: unknown) => {
    throw new CommandError(`install the packages of ${folder}`, 'npm did not start: is it on your PATH?', cause);
  });
  if (code === 0) return;
  const what = `install the packages of ${folder}`;
  // A shell returns 128 plus the number of the signal that ended a program.
  if (code > 128) throw new InterruptedError(what, 'npm was interrupted; run `npm install` in that folder');
  throw new CommandError(what, `npm ended with exit code ${code}; run \`npm install\` in that folder`);
}

function describeNextSteps(shown: string, { install: isInstalled }: InitFlags): string {
  const steps = [`cd ${quote(shown || '.')}`, ...(isInstalled ? [] : ['npm install']), 'npm run dev'];
  return `\nNext:\n${steps.map((step) => `  ${step}\n`).join('')}`;
}

function tell({ json }: InitFlags, text: string | false): void {
  if (text !== false && json !== true) console.log(text);
}

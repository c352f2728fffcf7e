import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { buildLockfile, pack } from '../../support/packed-packages.ts';
import { openProject, type UserProject } from '../../support/user-project.ts';

const packed = {
  author: [
    'operator',
    'operator/control-plane',
    'operator/declaration',
    'operator/generate',
    'operator/runtime',
    'operator/testing',
  ],
  deployer: ['operator/declaration', 'imports', 'infra'],
} as const;

/** A user's project in the folder `projects`. */
export interface Consumer {
  /** The name of its folder. */
  readonly name: string;
  /** Who writes the project: operator authors install the packages of `operator`, deployers those of `infra`. */
  readonly by: keyof typeof packed;
  /** Files to add. @default - none */
  readonly files?: ReadonlyMap<string, string>;
  /** Additional packages for `buildLockfile`, with their versions. */
  readonly others: Readonly<Record<string, string>>;
}

/** Packs this repository's packages and installs them in projects. Disposing it removes the projects. */
export interface Consumers extends AsyncDisposable {
  /** Copies a project to a folder outside of the repository, and installs our packed packages there. */
  install(consumer: Consumer): Promise<UserProject>;
}

export async function packConsumers(): Promise<Consumers> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'consumers-'));
  for (const [by, folders] of Object.entries(packed)) {
    await pack(folders, path.join(folder, 'packages', by), { scripts: true });
  }
  return {
    install: (consumer) => install(consumer, folder),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

async function install({ name, by, files = new Map(), others }: Consumer, parent: string): Promise<UserProject> {
  const folder = path.join(parent, name);
  await mkdir(folder);
  for (const [file, text] of files) await writeFile(path.join(folder, file), text);
  await cp(path.join(import.meta.dirname, 'projects', name), folder, { recursive: true });
  const project = await openProject(folder);
  await writeFile(
    path.join(folder, 'package-lock.json'),
    await buildLockfile(await project.read('package.json'), others),
  );
  // Without install scripts, because only Pulumi's engine needs the plug-in that one of them downloads.
  const offline = { npm_config_ignore_scripts: 'true', npm_config_prefer_offline: 'true', npm_config_audit: 'false' };
  Object.assign(project.env, offline, { CDK8S_CHECK_UPGRADE: 'false' });
  await project.sh(`npm install ../packages/${by}/*.tgz`);
  return project;
}

/** The errors of the compiler, each once per file: `cdk8s/lib/app.d.ts: TS2304`. */
export function parseErrors(output: string): string[] {
  const found = output.matchAll(/^(?:node_modules\/)?([^\s(]+)\(\d+,\d+\): error (TS\d+)/gm);
  return [...new Set([...found].map(([, file = '', code = '']) => `${file}: ${code}`))].sort();
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import type { Manifest } from './project.ts';

const run = promisify(execFile);

/** The checked-out commit of a folder; `undefined` outside a repository or with uncommitted changes. */
export async function tryFindCommit(folder: string): Promise<string | undefined> {
  try {
    const { stdout: changes } = await run('git', ['status', '--porcelain'], { cwd: folder });
    if (changes !== '') return undefined;
    const { stdout } = await run('git', ['rev-parse', 'HEAD'], { cwd: folder });
    return stdout.trim();
  } catch {
    // Without a repository or git, the image does not name a commit.
    return undefined;
  }
}

/** The browser URL of the project's repository. */
export function findSource({ repository }: Manifest): string | undefined {
  const url = typeof repository === 'string' ? repository : repository?.url;
  return url?.replace(/^git\+/, '').replace(/\.git$/, '');
}

/** https://github.com/opencontainers/image-spec/blob/main/annotations.md */
export function buildLabels(manifest: Manifest, created: string, commit?: string): Readonly<Record<string, string>> {
  const values = {
    title: manifest.name,
    description: manifest.description,
    version: manifest.version,
    licenses: manifest.license,
    source: findSource(manifest),
    revision: commit,
    created,
  };
  const present = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [`org.opencontainers.image.${name}`, value]));
}

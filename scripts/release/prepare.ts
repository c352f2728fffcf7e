import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { addReleaseSection } from './changelog.ts';
import type { LastRelease } from './check.ts';
import { commitsSince } from './commits.ts';
import { git, splitLines } from './git.ts';
import { runIn } from './programs.ts';
import { setLockfileVersion, setPackageVersion, setPageVersion } from './version.ts';
import type { ReleaseStep } from './run-steps.ts';

export interface Preparation {
  /** The work tree of the release. */
  readonly tree: string;
  readonly version: string;
  readonly last: LastRelease;
}

const changelog = 'CHANGELOG.md';

/** The steps from the sources to the commit of a release. */
export function buildPrepareSteps({ tree, version, last }: Preparation): readonly ReleaseStep[] {
  const npm = (...args: readonly string[]) => runIn(tree, ['npm', ...args]);
  return [
    { title: `Write ${version} into packages, lockfile and pages`, work: () => writeVersion(tree, version) },
    // `npm ci` fails if the lockfile does not match the packages.
    { title: 'Install the pinned packages', work: () => npm('ci', '--prefer-offline') },
    { title: 'Build', work: () => npm('run', 'build') },
    { title: 'Generate declaration, CRDs, manifests and pages', work: () => npm('run', 'generate') },
    { title: 'Save the CRDs for comparison with the next release', work: () => npm('run', 'release:crds') },
    { title: `Write ${changelog}`, work: () => writeChangelog({ tree, version, last }) },
    { title: 'Commit', work: () => createCommit(tree, version) },
  ];
}

async function writeVersion(tree: string, version: string): Promise<void> {
  const files = splitLines(await git(tree, 'ls-files'));
  const change = async (file: string, changed: (text: string, version: string) => string): Promise<void> => {
    const at = path.join(tree, file);
    const before = await readFile(at, 'utf8');
    const after = changed(before, version);
    if (after !== before) await writeFile(at, after);
  };
  const manifests = files.filter((file) => /^(\w+\/){0,2}package\.json$/.test(file));
  const pages = files.filter((file) => file.endsWith('.md') && file !== changelog);
  for (const file of manifests) await change(file, setPackageVersion);
  for (const file of pages) await change(file, setPageVersion);
  await change('package-lock.json', setLockfileVersion);
}

async function writeChangelog({ tree, version, last }: Preparation): Promise<void> {
  const file = path.join(tree, changelog);
  const before = await readFile(file, 'utf8').catch(() => '');
  const commits = await commitsSince(tree, last.version);
  const date = new Date().toISOString().slice(0, 10);
  await writeFile(file, addReleaseSection(before, { version, date, commits, crds: last.crds }));
}

async function createCommit(tree: string, version: string): Promise<void> {
  await git(tree, 'add', '--all');
  await git(tree, 'commit', '--quiet', '--message', `Release ${version}`);
}

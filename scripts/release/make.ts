import { createHash } from 'node:crypto';
import { copyFile, glob, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { root } from '../run.ts';
import { pack } from '../../test/support/packed-packages.ts';
import { packFolder } from './archive.ts';
import { type Artifact, artifactsOf, published } from './artifacts.ts';
import { notesOf } from './changelog.ts';
import { git, Refused } from './git.ts';
import { runIn } from './programs.ts';
import type { ReleaseStep } from './run-steps.ts';

export interface Made {
  readonly version: string;
  /** The folder of all files, which is emptied first. */
  readonly out: string;
}

const notes = 'RELEASE_NOTES.md';
const checksums = 'SHA256SUMS';

/** All files of a release, made from this repository as it is. */
export function making({ version, out }: Made): readonly ReleaseStep[] {
  return [
    { title: 'An empty folder', work: () => empty(out) },
    { title: 'Build', work: () => runIn(root, ['npm', 'run', 'build']) },
    { title: 'Release notes', work: () => writeNotes({ version, out }) },
    // Their scripts write what is no code: the CRDs, the declaration, the schema of environments.
    { title: `${published.length} packages of npm`, work: () => pack(published, out, { scripts: true }) },
    ...artifactsOf(version).map((artifact) => ({ title: artifact.title, work: () => make(artifact, out) })),
    { title: checksums, work: () => writeChecksums(out) },
  ];
}

async function empty(out: string): Promise<void> {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
}

async function writeNotes({ version, out }: Made): Promise<void> {
  const text = notesOf(await readFile(path.join(root, 'CHANGELOG.md'), 'utf8').catch(() => ''), version);
  if (text === undefined) {
    throw new Refused(`CHANGELOG.md has no section for ${version}: npm run release -- <version> writes it`);
  }
  await writeFile(path.join(out, notes), text);
}

async function make({ script, files = [], prefix = '', archive, joined }: Artifact, out: string): Promise<void> {
  if (archive?.folder.startsWith('output/'))
    await rm(path.join(root, archive.folder), { recursive: true, force: true });
  if (script !== undefined) await runIn(root, ['npm', 'run', script], await timeOfCommit());
  for await (const file of glob([...files], { cwd: root })) {
    await copyFile(path.join(root, file), path.join(out, `${prefix}${path.basename(file)}`));
  }
  if (archive !== undefined) await packFolder(path.join(root, archive.folder), path.join(out, archive.name));
  if (joined !== undefined) await join(joined.files, path.join(out, joined.name));
}

/** The time in the image: the same for whoever builds the commit. */
async function timeOfCommit(): Promise<Readonly<Record<string, string>>> {
  return { SOURCE_DATE_EPOCH: (await git(root, 'log', '-1', '--format=%ct')).trim() };
}

async function join(files: readonly string[], to: string): Promise<void> {
  const texts = await Promise.all(files.map((file) => readFile(path.join(root, file), 'utf8')));
  // The first line of each is for whoever reads the repository.
  await writeFile(to, texts.map((text) => text.replace(/^# .*\n/, '')).join('---\n'));
}

/** As `sha256sum -c` reads them. */
async function writeChecksums(out: string): Promise<void> {
  const lines = (await readdir(out)).sort().map(async (file) => {
    const hash = createHash('sha256').update(await readFile(path.join(out, file)));
    return `${hash.digest('hex')}  ${file}\n`;
  });
  await writeFile(path.join(out, checksums), (await Promise.all(lines)).join(''));
}

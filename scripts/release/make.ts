import { createHash } from 'node:crypto';
import { copyFile, glob, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { root } from '../run.ts';
import { pack } from '../../test/support/packed-packages.ts';
import { packFolder } from './archive.ts';
import { type Artifact, listArtifacts, published } from './artifacts.ts';
import { findNotes } from './changelog.ts';
import { git, ReleaseError } from './git.ts';
import { runIn } from './programs.ts';
import type { ReleaseStep } from './run-steps.ts';

export interface MakeOptions {
  readonly version: string;
  /** The output folder, which is emptied first. */
  readonly out: string;
}

const notes = 'RELEASE_NOTES.md';
const checksums = 'SHA256SUMS';

/** Steps that build all files of a release from this repository. */
export function buildMakeSteps({ version, out }: MakeOptions): readonly ReleaseStep[] {
  return [
    { title: 'Empty the output folder', work: () => emptyFolder(out) },
    { title: 'Build', work: () => runIn(root, ['npm', 'run', 'build']) },
    { title: 'Release notes', work: () => writeNotes({ version, out }) },
    // Runs the packages' scripts, which write the data: the CRDs, the declaration, the schema of environments.
    { title: `${published.length} npm packages`, work: () => pack(published, out, { scripts: true }) },
    ...listArtifacts(version).map((artifact) => ({ title: artifact.title, work: () => makeArtifact(artifact, out) })),
    { title: checksums, work: () => writeChecksums(out) },
  ];
}

async function emptyFolder(out: string): Promise<void> {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
}

async function writeNotes({ version, out }: MakeOptions): Promise<void> {
  const text = findNotes(await readFile(path.join(root, 'CHANGELOG.md'), 'utf8').catch(() => ''), version);
  if (text === undefined) {
    throw new ReleaseError(`CHANGELOG.md has no section for ${version}: npm run release -- <version> writes it`);
  }
  await writeFile(path.join(out, notes), text);
}

async function makeArtifact(
  { script, files = [], prefix = '', archive, joined }: Artifact,
  out: string,
): Promise<void> {
  if (archive?.folder.startsWith('output/'))
    await rm(path.join(root, archive.folder), { recursive: true, force: true });
  if (script !== undefined) await runIn(root, ['npm', 'run', script], await readCommitTime());
  for await (const file of glob([...files], { cwd: root })) {
    await copyFile(path.join(root, file), path.join(out, `${prefix}${path.basename(file)}`));
  }
  if (archive !== undefined) await packFolder(path.join(root, archive.folder), path.join(out, archive.name));
  if (joined !== undefined) await joinFiles(joined.files, path.join(out, joined.name));
}

/** The time in the image, so that every build of a commit is the same. */
async function readCommitTime(): Promise<Readonly<Record<string, string>>> {
  return { SOURCE_DATE_EPOCH: (await git(root, 'log', '-1', '--format=%ct')).trim() };
}

async function joinFiles(files: readonly string[], to: string): Promise<void> {
  const texts = await Promise.all(files.map((file) => readFile(path.join(root, file), 'utf8')));
  // Removes the first line of each file, a comment for readers of the repository.
  await writeFile(to, texts.map((text) => text.replace(/^# .*\n/, '')).join('---\n'));
}

/** Writes the checksums in the format of `sha256sum -c`. */
async function writeChecksums(out: string): Promise<void> {
  const lines = (await readdir(out)).sort().map(async (file) => {
    const hash = createHash('sha256').update(await readFile(path.join(out, file)));
    return `${hash.digest('hex')}  ${file}\n`;
  });
  await writeFile(path.join(out, checksums), (await Promise.all(lines)).join(''));
}

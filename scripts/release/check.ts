import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { acceptedChanges, changesText, compareCrds, readCrds, refusedChanges } from '@kubewright/infra/crd-changes';

import { hasTag, Refused, tagOf, uncommitted } from './git.ts';
import { versionComplaint } from './version.ts';

export interface Asked {
  readonly repository: string;
  readonly version: string;
  readonly dryRun: boolean;
}

/** What is released already. */
export interface LastRelease {
  readonly version: string;
  /** The changes of the CRDs since then. */
  readonly crds: string;
}

/** Finds the last release. Throws a `Refused`: if the version cannot follow it, or the repository is not ready. */
export async function checkRelease({ repository, version, dryRun }: Asked): Promise<LastRelease> {
  const last = await versionOf(repository);
  const complaint = versionComplaint(version, last);
  if (complaint !== undefined) throw new Refused(complaint);
  await checkTag(repository, version);
  if (!dryRun) await checkWorkTree(repository);
  return { version: last, crds: crdChanges(repository, version, await releasedVersion(repository)) };
}

/** The version of all packages. */
export async function versionOf(repository: string): Promise<string> {
  return versionIn(path.join(repository, 'package.json'));
}

function releasedVersion(repository: string): Promise<string> {
  return versionIn(path.join(repository, 'infra/released/release.json'));
}

async function versionIn(file: string): Promise<string> {
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
}

async function checkTag(repository: string, version: string): Promise<void> {
  const tag = tagOf(version);
  if (!(await hasTag(repository, tag))) return;
  throw new Refused(`the tag ${tag} exists: take the next version, or delete the tag if nobody has it`);
}

/** The release is one commit, which holds nothing else. */
async function checkWorkTree(repository: string): Promise<void> {
  const files = await uncommitted(repository);
  if (files.length === 0) return;
  const named = [...files.slice(0, 5), ...(files.length > 5 ? [`… ${files.length} in all`] : [])];
  throw new Refused(
    `the work tree has changes: commit or stash them (--dry-run takes them along)\n  ${named.join('\n  ')}`,
  );
}

function crdChanges(repository: string, to: string, from: string): string {
  const released = path.join(repository, 'infra/released');
  const changes = compareCrds(readCrds(released), readCrds(path.join(repository, 'operator/crds')));
  const refused = refusedChanges(changes, { from, to, accepted: acceptedChanges(released) });
  if (refused.length === 0) return changes.length === 0 ? '' : changesText(changes);
  throw new Refused(
    `${to} may not break what ${from} promised: do what "instead" says, or take a version that may\n${changesText(refused)}`,
  );
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';

import {
  readAcceptedChanges,
  formatChanges,
  compareCrds,
  readCrds,
  findRejectedChanges,
} from '@kubewright/infra/crd-changes';

import { hasTag, ReleaseError, formatTag, listUncommitted } from './git.ts';
import { findVersionComplaint } from './version.ts';

export interface ReleaseRequest {
  readonly repository: string;
  readonly version: string;
  readonly dryRun: boolean;
}

export interface LastRelease {
  readonly version: string;
  /** Description of the CRD changes since the last release. */
  readonly crds: string;
}

/** Finds the last release. Throws a `ReleaseError` if the version cannot follow it, or the repository is not ready. */
export async function checkRelease({ repository, version, dryRun }: ReleaseRequest): Promise<LastRelease> {
  const last = await readVersion(repository);
  const complaint = findVersionComplaint(version, last);
  if (complaint !== undefined) throw new ReleaseError(complaint);
  await checkTag(repository, version);
  if (!dryRun) await checkWorkTree(repository);
  return { version: last, crds: compareReleasedCrds(repository, version, await readReleasedVersion(repository)) };
}

/** The version of all packages. */
export async function readVersion(repository: string): Promise<string> {
  return readVersionField(path.join(repository, 'package.json'));
}

function readReleasedVersion(repository: string): Promise<string> {
  return readVersionField(path.join(repository, 'infra/released/release.json'));
}

async function readVersionField(file: string): Promise<string> {
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
}

async function checkTag(repository: string, version: string): Promise<void> {
  const tag = formatTag(version);
  if (!(await hasTag(repository, tag))) return;
  throw new ReleaseError(`the tag ${tag} exists: release the next version, or delete the tag if it was never pushed`);
}

/** Throws unless the work tree is clean, because a release is one commit without other changes. */
async function checkWorkTree(repository: string): Promise<void> {
  const files = await listUncommitted(repository);
  if (files.length === 0) return;
  const named = [...files.slice(0, 5), ...(files.length > 5 ? [`… ${files.length} in all`] : [])];
  throw new ReleaseError(
    `the work tree has changes: commit or stash them (--dry-run includes them)\n  ${named.join('\n  ')}`,
  );
}

function compareReleasedCrds(repository: string, to: string, from: string): string {
  const released = path.join(repository, 'infra/released');
  const changes = compareCrds(readCrds(released), readCrds(path.join(repository, 'operator/crds')));
  const rejected = findRejectedChanges(changes, { from, to, accepted: readAcceptedChanges(released) });
  if (rejected.length === 0) return changes.length === 0 ? '' : formatChanges(changes);
  throw new ReleaseError(
    `${to} must not contain changes that break ${from}: follow each "instead", or choose a version that allows them\n${formatChanges(rejected)}`,
  );
}

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { compareCrds, readCrds } from '@kubewright/infra/crd-changes';

import { root } from '../run.ts';
import { type ReleaseRequest, checkRelease } from './check.ts';
import { commitsSince } from './commits.ts';
import { git } from './git.ts';
import { commitOfWorkTree, openWorkCopy } from './work-copy.ts';

const released = 'infra/released/release.json';
const webServers = 'operator/crds/my.domain_webservers.yaml';
let repository: string;

/** A separate repository, with the version and the CRDs of this one. */
beforeEach(async () => {
  repository = await mkdtemp(path.join(tmpdir(), 'kubewright-check-'));
  for (const each of ['infra/released', 'operator/crds']) {
    await cp(path.join(root, 'operator/crds'), path.join(repository, each), { recursive: true });
  }
  await writeFile(path.join(repository, 'package.json'), '{"version":"0.1.0"}');
  await writeFile(path.join(repository, released), '{"version":"0.1.0"}');
  await git(repository, 'init', '--quiet', '--initial-branch', 'main');
  await git(repository, 'config', 'user.name', 'A Maintainer');
  await git(repository, 'config', 'user.email', 'maintainer@example.com');
  await commitAll('Release 0.1.0');
});

afterEach(() => rm(repository, { recursive: true }));

async function commitAll(subject: string): Promise<void> {
  await git(repository, 'add', '--all');
  await git(repository, 'commit', '--quiet', '--message', subject);
}

async function change(file: string, changed: (text: string) => string): Promise<void> {
  const at = path.join(repository, file);
  await writeFile(at, changed(await readFile(at, 'utf8').catch(() => '')));
}

function checkVersion(version: string, more: Partial<ReleaseRequest> = {}): ReturnType<typeof checkRelease> {
  return checkRelease({ repository, version, dryRun: false, ...more });
}

const narrowSchema = (text: string): string => text.replace(/maximum: \d+/, 'maximum: 2');

describe('a release', () => {
  it('requires a clean work tree, and a version above the last one', async () => {
    expect(await checkVersion('0.1.1')).toEqual({ version: '0.1.0', crds: '' });
    await expect(checkVersion('0.1.0')).rejects.toThrow('is not above 0.1.0');
  });

  it('is rejected while the work tree has changes, which a dry run includes', async () => {
    await change('new.ts', () => 'new');
    await expect(checkVersion('0.1.1')).rejects.toThrow(/commit or stash them.*\n {2}\?\? new\.ts/);
    expect(await checkVersion('0.1.1', { dryRun: true })).toMatchObject({ version: '0.1.0' });
  });

  it('is rejected if its tag exists, but not if a branch has that name', async () => {
    await git(repository, 'branch', 'v0.1.1');
    await checkVersion('0.1.1');
    await git(repository, 'tag', 'v0.1.1');
    await expect(checkVersion('0.1.1')).rejects.toThrow('the tag v0.1.1 exists');
  });

  it('is rejected if it breaks a CRD and its version does not allow that', async () => {
    await change(webServers, narrowSchema);
    await commitAll('Allow fewer replicas');
    await expect(checkVersion('0.1.1')).rejects.toThrow(
      /0\.1\.1 must not contain changes that break 0\.1\.0[^]*limit-narrowed/,
    );
    expect((await checkVersion('0.2.0')).crds).toContain('BREAKING');
  });

  it('may break a CRD if the last release accepts it', async () => {
    await change(webServers, narrowSchema);
    const [before, after] = ['infra/released', 'operator/crds'].map((each) => readCrds(path.join(repository, each)));
    const accepted = compareCrds(before ?? [], after ?? []).map((each) => ({ ...each, because: 'not needed' }));
    await change(released, () => JSON.stringify({ version: '0.1.0', accepted }));
    await commitAll('Allow fewer replicas');
    expect((await checkVersion('0.1.1')).crds).toContain('BREAKING');
  });
});

describe('the commits of a release', () => {
  it('are those since the tag of the last one, or since the commit that wrote its CRDs', async () => {
    await change('a.ts', () => 'a');
    await commitAll('Add a');
    await change('b.ts', () => 'b');
    await commitAll('Add b');
    const subjects = async () => (await commitsSince(repository, '0.1.0')).map(({ subject }) => subject);
    expect(await subjects()).toEqual(['Add b', 'Add a']);
    await git(repository, 'tag', 'v0.1.0', 'HEAD~1');
    expect(await subjects()).toEqual(['Add b']);
  });
});

describe('the work copy', () => {
  it('does not change the work tree and the branch, and retains its commits', async () => {
    await change('package.json', () => '{"version":"0.1.0","changed":true}');
    const before = await git(repository, 'rev-parse', 'HEAD');
    let made: string;
    {
      await using copy = await openWorkCopy(repository, await commitOfWorkTree(repository));
      expect(await readFile(path.join(copy.path, 'package.json'), 'utf8')).toContain('changed');
      await writeFile(path.join(copy.path, 'made.ts'), 'made');
      await git(copy.path, 'add', '--all');
      await git(copy.path, 'commit', '--quiet', '--message', 'Release');
      made = await git(copy.path, 'rev-parse', 'HEAD');
    }
    expect(await git(repository, 'rev-parse', 'HEAD')).toBe(before);
    expect(await git(repository, 'status', '--porcelain')).toBe(' M package.json\n');
    expect(await git(repository, 'worktree', 'list')).not.toContain('kubewright-release-');
    expect(await git(repository, 'show', '--name-only', '--format=', made.trim())).toBe('made.ts\n');
  });

  it('contains the newest commit if nothing has changed', async () => {
    expect(await commitOfWorkTree(repository)).toBe('HEAD');
  });
});

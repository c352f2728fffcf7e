import { describe, expect, it } from 'vitest';
import type { GitOps } from '../options/index.ts';

import { validateGitOps } from './folders.ts';
import { formatGitOpsName } from './stage.ts';

const repository = 'https://git.example/zoo.git';
const buildGitOps = (options: object): GitOps => ({ name: 'zoo', path: 'deploy', ...options });
const buildArgoCd = (options: object): GitOps => buildGitOps({ argoCd: { repository, ...options } });
const buildFlux = (options: object): GitOps => buildGitOps({ flux: { source: { name: 'zoo' }, ...options } });

const withoutPassword = 'must be a URL without a user, a password or a token: Argo CD reads credentials from a Secret';

describe('the options of GitOps', () => {
  it.each<GitOps>([
    buildGitOps({}),
    buildGitOps({ path: '.' }),
    buildGitOps({ path: 'a/b.c/..d/.e' }),
    buildArgoCd({ repository: 'git@git.example:zoo/zoo.git' }),
    buildArgoCd({ repository: 'ssh://git@git.example:2222/zoo.git' }),
    buildArgoCd({ repository: 'oci://registry.example/zoo' }),
    buildArgoCd({ destinations: { berlin: { name: 'berlin' }, prague: { server: 'https://prague.example' } } }),
    buildFlux({ interval: '1h30m', timeout: '1.5m', retryInterval: '90s' }),
  ])('are accepted: %j', (options) => {
    expect(validateGitOps(options, ['berlin', 'prague'])).toBe(options);
  });

  it.each<[options: unknown, message: string]>([
    [undefined, 'gitOps must be an object, but is absent'],
    [
      { path: 'deploy' },
      'gitOps.name must be a DNS label (lower-case letters, digits and "-", at most 63), but is absent',
    ],
    [buildGitOps({ name: 'Zoo' }), 'gitOps.name must be a DNS label'],
    [{ name: 'zoo' }, 'gitOps.path must be a path in the repository, such as "deploy/manifests"'],
    ...['', '/deploy', './deploy', 'deploy/', 'deploy/../x', '..', 'a//b'].map((path): [unknown, string] => [
      buildGitOps({ path }),
      'gitOps.path must be a path in the repository',
    ]),
    [buildGitOps({ argo: {} }), 'gitOps.argo is unknown: the known fields are name, path, argoCd, flux'],
    [buildGitOps({ argoCd: {} }), 'gitOps.argoCd.repository must be the URL of a repository, such as'],
    [buildArgoCd({ repository: 'git.example/zoo' }), 'gitOps.argoCd.repository must be the URL of a repository'],
    [buildArgoCd({ repository: 'https://me:secret@git.example/zoo' }), `gitOps.argoCd.repository ${withoutPassword}`],
    [buildArgoCd({ repository: 'https://token@git.example/zoo' }), `gitOps.argoCd.repository ${withoutPassword}`],
    [buildArgoCd({ repository: 'ssh://git:secret@git.example/zoo' }), `gitOps.argoCd.repository ${withoutPassword}`],
    [buildArgoCd({ automated: 'yes' }), 'gitOps.argoCd.automated must be true or false, but is "yes"'],
    [
      buildArgoCd({ branch: 'main' }),
      'gitOps.argoCd.branch is unknown: the known fields are repository, revision, project',
    ],
    [
      buildArgoCd({ destinations: { berlin: {} } }),
      'gitOps.argoCd.destinations.berlin must be a cluster with either server',
    ],
    [
      buildArgoCd({ destinations: { berlin: { name: 'a', server: 'b' } } }),
      'gitOps.argoCd.destinations.berlin must be a cluster with either server or name, but is',
    ],
    [
      buildArgoCd({ destinations: { paris: { name: 'paris' } } }),
      'gitOps.argoCd.destinations has "paris", but this environment does not exist: choose one of berlin, prague',
    ],
    [buildGitOps({ flux: {} }), 'gitOps.flux.source must be an object, but is absent'],
    [
      buildFlux({ source: { name: 'zoo', kind: 'Git' } }),
      'gitOps.flux.source.kind must be one of "GitRepository", "OCIRep',
    ],
    [buildFlux({ interval: '10' }), 'gitOps.flux.interval must be a duration such as "10m" or "1h30m", but is "10"'],
    [buildFlux({ timeout: 300 }), 'gitOps.flux.timeout must be a duration such as "10m" or "1h30m", but is 300'],
  ])('throw for %j', (options, message) => {
    expect(() => validateGitOps(options as GitOps, ['berlin', 'prague'])).toThrow(message);
  });

  it('do not print a password', () => {
    const options = buildArgoCd({ repository: 'https://me:secret@git.example/zoo' });
    expect(() => validateGitOps(options, [])).not.toThrow('secret');
  });
});

describe('a name', () => {
  it('is also a valid label value', () => {
    expect(formatGitOpsName(['zoo', 'berlin', 'crds'])).toBe('zoo-berlin-crds');
    expect(() => formatGitOpsName(['zoo', 'b'.repeat(60)])).toThrow(
      'the name of an Application or a Kustomization (gitOps.name, environment and stage) must be a DNS label (lower-case ' +
        'letters, digits and "-", at most 63), but is "zoo-bbb',
    );
  });
});

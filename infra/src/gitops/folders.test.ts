import { describe, expect, it } from 'vitest';
import type { GitOps } from '../options/index.ts';

import { checkedGitOps } from './folders.ts';
import { nameOf } from './unit.ts';

const repository = 'https://git.example/zoo.git';
const given = (options: object): GitOps => ({ name: 'zoo', path: 'deploy', ...options });
const argoCd = (options: object): GitOps => given({ argoCd: { repository, ...options } });
const flux = (options: object): GitOps => given({ flux: { source: { name: 'zoo' }, ...options } });

const withoutPassword = 'must be a URL without a user, a password or a token: Argo CD reads them from a Secret';

describe('the options of GitOps', () => {
  it.each<GitOps>([
    given({}),
    given({ path: '.' }),
    given({ path: 'a/b.c/..d/.e' }),
    argoCd({ repository: 'git@git.example:zoo/zoo.git' }),
    argoCd({ repository: 'ssh://git@git.example:2222/zoo.git' }),
    argoCd({ repository: 'oci://registry.example/zoo' }),
    argoCd({ destinations: { berlin: { name: 'berlin' }, prague: { server: 'https://prague.example' } } }),
    flux({ interval: '1h30m', timeout: '1.5m', retryInterval: '90s' }),
  ])('are accepted: %j', (options) => {
    expect(checkedGitOps(options, ['berlin', 'prague'])).toBe(options);
  });

  it.each<[options: unknown, message: string]>([
    [undefined, 'gitOps must be an object, but is absent'],
    [
      { path: 'deploy' },
      'gitOps.name must be a DNS label (lower-case letters, digits and "-", at most 63), but is absent',
    ],
    [given({ name: 'Zoo' }), 'gitOps.name must be a DNS label'],
    [{ name: 'zoo' }, 'gitOps.path must be a path in the repository, such as "deploy/manifests"'],
    ...['', '/deploy', './deploy', 'deploy/', 'deploy/../x', '..', 'a//b'].map((path): [unknown, string] => [
      given({ path }),
      'gitOps.path must be a path in the repository',
    ]),
    [given({ argo: {} }), 'gitOps.argo is unknown: known are name, path, argoCd, flux'],
    [given({ argoCd: {} }), 'gitOps.argoCd.repository must be the URL of a repository, such as'],
    [argoCd({ repository: 'git.example/zoo' }), 'gitOps.argoCd.repository must be the URL of a repository'],
    [argoCd({ repository: 'https://me:secret@git.example/zoo' }), `gitOps.argoCd.repository ${withoutPassword}`],
    [argoCd({ repository: 'https://token@git.example/zoo' }), `gitOps.argoCd.repository ${withoutPassword}`],
    [argoCd({ repository: 'ssh://git:secret@git.example/zoo' }), `gitOps.argoCd.repository ${withoutPassword}`],
    [argoCd({ automated: 'yes' }), 'gitOps.argoCd.automated must be true or false, but is "yes"'],
    [argoCd({ branch: 'main' }), 'gitOps.argoCd.branch is unknown: known are repository, revision, project'],
    [
      argoCd({ destinations: { berlin: {} } }),
      'gitOps.argoCd.destinations.berlin must be a cluster with either server',
    ],
    [
      argoCd({ destinations: { berlin: { name: 'a', server: 'b' } } }),
      'gitOps.argoCd.destinations.berlin must be a cluster with either server or name, but is',
    ],
    [
      argoCd({ destinations: { paris: { name: 'paris' } } }),
      'gitOps.argoCd.destinations has "paris", but there is no such environment: there are berlin, prague',
    ],
    [given({ flux: {} }), 'gitOps.flux.source must be an object, but is absent'],
    [flux({ source: { name: 'zoo', kind: 'Git' } }), 'gitOps.flux.source.kind must be one of "GitRepository", "OCIRep'],
    [flux({ interval: '10' }), 'gitOps.flux.interval must be a duration such as "10m" or "1h30m", but is "10"'],
    [flux({ timeout: 300 }), 'gitOps.flux.timeout must be a duration such as "10m" or "1h30m", but is 300'],
  ])('throw for %j', (options, message) => {
    expect(() => checkedGitOps(options as GitOps, ['berlin', 'prague'])).toThrow(message);
  });

  it('show no password', () => {
    const options = argoCd({ repository: 'https://me:secret@git.example/zoo' });
    expect(() => checkedGitOps(options, [])).not.toThrow('secret');
  });
});

describe('a name', () => {
  it('is the value of a label, too', () => {
    expect(nameOf(['zoo', 'berlin', 'crds'])).toBe('zoo-berlin-crds');
    expect(() => nameOf(['zoo', 'b'.repeat(60)])).toThrow(
      'the name of an Application or a Kustomization (gitOps.name, environment and unit) must be a DNS label (lower-case ' +
        'letters, digits and "-", at most 63), but is "zoo-bbb',
    );
  });
});

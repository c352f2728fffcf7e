import semver from 'semver';

/** Why a version cannot follow another one; `undefined` if it can. */
export function versionComplaint(version: string, last: string): string | undefined {
  // `valid` takes `v1.2.3` for 1.2.3, and drops build metadata, which no tag of an image can have.
  if (semver.valid(version) !== version) {
    return `"${version}" is no semantic version: write three numbers, such as ${nextAfter(last, 'minor')}`;
  }
  if (semver.gt(version, last)) return undefined;
  const next = (['patch', 'minor', 'major'] as const).map((step) => nextAfter(last, step));
  return `${version} is not above ${last}, which package.json has: the next are ${next.join(', ')}`;
}

function nextAfter(version: string, step: 'patch' | 'minor' | 'major'): string {
  return semver.inc(version, step) ?? version;
}

import type { CrdChange } from './change.ts';

/** The versions of the package, or of the operator, between which the definitions have changed. */
export interface VersionStep {
  /** The version that was released: `1.4.2`. @default - unknown, so that nothing may break */
  readonly from?: string | undefined;
  /** The version that is about to be released. @default - unknown, so that nothing may break */
  readonly to?: string | undefined;
  /**
   * Whether versions of an API whose name has `alpha` may break in any release, as Kubernetes' own may.
   *
   * @default false
   */
  readonly alphaMayBreak?: boolean;
}

/**
 * The changes that break, or of which only an API server can say it, and that the version does not announce.
 *
 * A new major version may break, and below 1.0 a new minor version, as in semantic versioning.
 *
 * Throws an `Error` if a version is not semantic, or `to` is below `from`.
 */
export function refusedChanges(changes: readonly CrdChange[], versions: VersionStep): CrdChange[] {
  if (mayBreak(versions)) return [];
  const isAlpha = ({ versions: names }: CrdChange): boolean => names.every((name) => /^v\d+alpha\d+$/.test(name));
  return changes
    .filter(({ verdict }) => verdict !== 'compatible')
    .filter((change) => versions.alphaMayBreak !== true || !isAlpha(change));
}

/** Whether the step is one to a version that may break. */
export function mayBreak({ from, to }: VersionStep): boolean {
  if (from === undefined || to === undefined) return false;
  const [before, after] = [numbersOf(from), numbersOf(to)];
  if (compared(before, after) > 0) throw new Error(`version ${to} is below the released ${from}: raise it`);
  return compared(promisedBy(before), promisedBy(after)) !== 0;
}

/** The next version that may break: `2.0.0` after 1.4.2, `0.2.0` after 0.1.3. */
export function nextThatMayBreak(version: string): string {
  const [major, minor] = numbersOf(version);
  return major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`;
}

type Numbers = readonly [major: number, minor: number, patch: number];

function numbersOf(version: string): Numbers {
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)\.(\d+)(?:[-+][\w.+-]+)?$/.exec(version) ?? [];
  if (patch === undefined) throw new Error(`"${version}" is no semantic version such as 1.4.2`);
  return [Number(major), Number(minor), Number(patch)];
}

/** The version up to the number whose raise may break. */
function promisedBy([major, minor]: Numbers): Numbers {
  return [major, major === 0 ? minor : 0, 0];
}

function compared(one: Numbers, other: Numbers): number {
  return one.map((number, index) => number - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

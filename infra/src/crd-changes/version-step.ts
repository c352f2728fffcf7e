import type { CrdChange } from './rules.ts';

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
  /**
   * Breaking changes that are made nevertheless. One that is none of the changes is an error.
   *
   * @default - none
   */
  readonly accepted?: readonly AcceptedPlace[];
}

/** A change, as the comparison returns it. */
export type AcceptedPlace = Pick<CrdChange, 'crd' | 'path' | 'what'>;

/**
 * The changes that break, or of which only an API server can say it, and that the version does not announce.
 *
 * A new major version may break, and below 1.0 a new minor version, as in semantic versioning.
 *
 * Throws an `Error` if a version is not semantic, if `to` is below `from`, and for an accepted change that is not there.
 */
export function refusedChanges(
  changes: readonly CrdChange[],
  { accepted = [], ...versions }: VersionStep,
): CrdChange[] {
  const used = accepted.map((each) => changes.some((change) => isSame(change, each)));
  const stale = accepted[used.indexOf(false)];
  if (stale !== undefined)
    throw new Error(`there is no change "${stale.what}" of ${stale.path} in ${stale.crd}: no longer accept it`);
  if (mayBreak(versions)) return [];
  const isAlpha = ({ versions: names }: CrdChange): boolean => names.every((name) => /^v\d+alpha\d+$/.test(name));
  return changes
    .filter(({ verdict }) => verdict !== 'compatible')
    .filter((change) => !accepted.some((each) => isSame(change, each)))
    .filter((change) => versions.alphaMayBreak !== true || !isAlpha(change));
}

function isSame(one: AcceptedPlace, other: AcceptedPlace): boolean {
  return one.crd === other.crd && one.path === other.path && one.what === other.what;
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

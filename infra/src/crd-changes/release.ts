import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { isRecord } from '@kubewright/declaration';

import { readYaml } from '../yaml/read-yaml.ts';
import type { CrdChange } from './rules.ts';

/**
 * Reads the CRDs from the YAML and JSON files of a folder, or from one file. Ignores objects of other kinds and
 * subfolders; reads the items of a `List`, as `kubectl get crds -o yaml` writes it.
 *
 * Throws an `Error` if it finds no CRD, or cannot read a file.
 */
export function readCrds(place: string): unknown[] {
  const items = listFiles(place).flatMap((file) => readDocuments(file).flatMap(listItems));
  const crds = items.filter((each) => isRecord(each) && each['kind'] === 'CustomResourceDefinition');
  if (crds.length === 0)
    throw new Error(`failed to find a CustomResourceDefinition in ${place}: name a file or folder that has one`);
  return crds;
}

/** Files that may contain CRDs. */
function listFiles(place: string): string[] {
  if (!existsSync(place)) throw new Error(`the file or folder ${place} does not exist`);
  if (!statSync(place).isDirectory()) return [place];
  const names = readdirSync(place).filter((name) => /\.(ya?ml|json)$/.test(name));
  return names.sort().map((name) => path.join(place, name));
}

function readDocuments(file: string): unknown[] {
  try {
    return readYaml([readFileSync(file, 'utf8')]);
  } catch (cause) {
    const { message } = cause as Error;
    const line = /^\s*(?:YAML\w*|\w*Error): .*$/m.exec(message)?.[0].trim() ?? message.split('\n', 1)[0] ?? '';
    throw new Error(`failed to read ${file}: ${line}`, { cause });
  }
}

function listItems(document: unknown): unknown[] {
  return isRecord(document) && Array.isArray(document['items']) ? (document['items'] as unknown[]) : [document];
}

/** The file that records the version of the CRDs in its folder, and the accepted changes. */
const fileName = 'release.json';

/** A breaking change that you accept. */
export interface AcceptedChange {
  readonly crd: string;
  /** The field; empty for a change of the whole CRD or version. */
  readonly path: string;
  /** The change as the command prints it: `maximum: none -> 10`. */
  readonly what: string;
  /** Why this release may contain it. */
  readonly because: string;
}

/** Breaking changes that `release.json` accepts until the next release. */
export function readAcceptedChanges(folder: string): readonly AcceptedChange[] {
  const file = path.join(folder, fileName);
  const { accepted = [] } = readJson(file) as { accepted?: unknown };
  const items = Array.isArray(accepted) ? (accepted as readonly Partial<AcceptedChange>[]) : [{}];
  const fields = ['crd', 'path', 'what', 'because'] as const;
  const isEmpty = (each: Partial<AcceptedChange>): boolean => [each.crd, each.what, each.because].includes('');
  if (items.some((each) => isEmpty(each) || fields.some((field) => typeof each[field] !== 'string')))
    throw new Error(`failed to read ${file}: each item of accepted needs ${fields.join(', ')}`);
  return items as readonly AcceptedChange[];
}

/** The version of the CRDs in a folder; `undefined` if the folder does not record one. */
export function readReleasedVersion(folder: string): string | undefined {
  const file = path.join(folder, fileName);
  const version = readVersion(file);
  if (version !== undefined || !existsSync(file)) return version;
  throw new Error(`failed to read ${file}: it must have a version, as in {"version": "1.4.2"}`);
}

/** The version in the nearest `package.json` with a version, in a folder or above it; `undefined` if none has one. */
export function readPackageVersion(folder: string): string | undefined {
  const [here, above] = [path.resolve(folder), path.dirname(path.resolve(folder))];
  return readVersion(path.join(here, 'package.json')) ?? (above === here ? undefined : readPackageVersion(above));
}

function readVersion(file: string): string | undefined {
  const { version } = readJson(file) as { version?: unknown };
  return typeof version === 'string' ? version : undefined;
}

/** Reads a JSON object from a file; an empty object if the file does not exist. */
function readJson(file: string): object {
  try {
    return existsSync(file) ? ((JSON.parse(readFileSync(file, 'utf8')) as object | null) ?? {}) : {};
  } catch (cause) {
    throw new Error(`failed to read ${file}: ${(cause as Error).message}`, { cause });
  }
}

/** Whether the folder is absent or empty. Throws an `Error` if it is neither, and not a snapshot. */
export function isNewSnapshot(folder: string): boolean {
  if (!existsSync(folder) || (statSync(folder).isDirectory() && readdirSync(folder).length === 0)) return true;
  if (existsSync(path.join(folder, fileName))) return false;
  throw new Error(
    `failed to write ${folder}: it lacks ${fileName}, so it is not a snapshot: choose a new or empty folder, or an existing snapshot`,
  );
}

/**
 * Replaces the CRDs of a release with those in `from`. Check the folder with `isNewSnapshot` before, because
 * the function deletes all other YAML and JSON files in it.
 */
export function writeSnapshot(folder: string, { from, version }: { from: string; version: string }): void {
  const sources = listFiles(from);
  mkdirSync(folder, { recursive: true });
  for (const file of listFiles(folder)) rmSync(file);
  for (const file of sources) copyFileSync(file, path.join(folder, path.basename(file)));
  writeFileSync(path.join(folder, fileName), `${JSON.stringify({ version }, undefined, 2)}\n`);
}

/** The versions of the package or the operator that the comparison spans. */
export interface VersionStep {
  /** The released version: `1.4.2`. @default - unknown, so that nothing may break */
  readonly from?: string | undefined;
  /** The next version. @default - unknown, so that nothing may break */
  readonly to?: string | undefined;
  /**
   * Whether API versions with `alpha` in their name may break in any release, as in Kubernetes.
   *
   * @default false
   */
  readonly alphaMayBreak?: boolean;
  /**
   * Breaking changes that you accept. It is an error if one of them does not occur.
   *
   * @default - none
   */
  readonly accepted?: readonly AcceptedPlace[];
}

/** Identifies the change that is accepted: its CRD, field and description. */
export type AcceptedPlace = Pick<CrdChange, 'crd' | 'path' | 'what'>;

/**
 * The breaking and unknown changes that the version does not allow.
 *
 * As in semantic versioning, a new major version may break, and below 1.0 a new minor version.
 *
 * Throws an `Error` if a version is not semantic, if `to` is below `from`, and if an accepted change does not occur.
 */
export function findRejectedChanges(
  changes: readonly CrdChange[],
  { accepted = [], ...versions }: VersionStep,
): CrdChange[] {
  const used = accepted.map((each) => changes.some((change) => isSameChange(change, each)));
  const stale = accepted[used.indexOf(false)];
  if (stale !== undefined)
    throw new Error(
      `the accepted change "${stale.what}" of ${stale.path} in ${stale.crd} does not occur: remove it from accepted`,
    );
  if (mayBreak(versions)) return [];
  const isAlpha = ({ versions: names }: CrdChange): boolean => names.every((name) => /^v\d+alpha\d+$/.test(name));
  return changes
    .filter(({ verdict }) => verdict !== 'compatible')
    .filter((change) => !accepted.some((each) => isSameChange(change, each)))
    .filter((change) => versions.alphaMayBreak !== true || !isAlpha(change));
}

function isSameChange(one: AcceptedPlace, other: AcceptedPlace): boolean {
  return one.crd === other.crd && one.path === other.path && one.what === other.what;
}

export function mayBreak({ from, to }: VersionStep): boolean {
  if (from === undefined || to === undefined) return false;
  const [before, after] = [parseVersion(from), parseVersion(to)];
  if (compareVersionNumbers(before, after) > 0)
    throw new Error(`version ${to} is below the released ${from}: raise it`);
  return compareVersionNumbers(keepBreakingNumbers(before), keepBreakingNumbers(after)) !== 0;
}

/** The next version that may contain breaking changes: `2.0.0` after 1.4.2, `0.2.0` after 0.1.3. */
export function computeNextBreakingVersion(version: string): string {
  const [major, minor] = parseVersion(version);
  return major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`;
}

type VersionNumbers = readonly [major: number, minor: number, patch: number];

function parseVersion(version: string): VersionNumbers {
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)\.(\d+)(?:[-+][\w.+-]+)?$/.exec(version) ?? [];
  if (patch === undefined) throw new Error(`"${version}" is not a semantic version such as 1.4.2`);
  return [Number(major), Number(minor), Number(patch)];
}

/** The version up to the number whose increase allows breaking changes. */
function keepBreakingNumbers([major, minor]: VersionNumbers): VersionNumbers {
  return [major, major === 0 ? minor : 0, 0];
}

function compareVersionNumbers(one: VersionNumbers, other: VersionNumbers): number {
  return one.map((number, index) => number - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

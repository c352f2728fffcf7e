import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { filesIn } from './read-crds.ts';

/** Says of which version the definitions beside it are. */
const fileName = 'release.json';

/** The version of the definitions in a folder; `undefined` if nothing there says so. */
export function releasedVersion(folder: string): string | undefined {
  const file = path.join(folder, fileName);
  if (!existsSync(file)) return undefined;
  const version = versionIn(file);
  if (version === undefined)
    throw new Error(`failed to read ${file}: it must have a version, as in {"version": "1.4.2"}`);
  return version;
}

/** A breaking change that is made nevertheless. */
export interface AcceptedChange {
  readonly crd: string;
  /** The field. */
  readonly path: string;
  /** As the change says it: `maximum: none -> 10`. */
  readonly what: string;
  /** Why it may break in this release. */
  readonly because: string;
}

/** The breaking changes that `release.json` accepts until the next release. */
export function acceptedChanges(folder: string): readonly AcceptedChange[] {
  const file = path.join(folder, fileName);
  const { accepted = [] } = (existsSync(file) ? readJson(file) : {}) as { accepted?: unknown };
  const items = Array.isArray(accepted) ? (accepted as readonly Partial<AcceptedChange>[]) : [{}];
  const fields = ['crd', 'path', 'what', 'because'] as const;
  if (items.some((each) => fields.some((field) => typeof each[field] !== 'string' || each[field] === '')))
    throw new Error(`failed to read ${file}: each item of accepted needs ${fields.join(', ')}`);
  return items as readonly AcceptedChange[];
}

/** The version in the nearest `package.json` that has one, in a folder or above it; `undefined` if there is none. */
export function packageVersion(folder: string): string | undefined {
  const file = path.join(folder, 'package.json');
  const version = existsSync(file) ? versionIn(file) : undefined;
  const above = path.dirname(path.resolve(folder));
  return version ?? (above === path.resolve(folder) ? undefined : packageVersion(above));
}

function versionIn(file: string): string | undefined {
  const { version } = (readJson(file) ?? {}) as { version?: unknown };
  return typeof version === 'string' ? version : undefined;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`failed to read ${file}: ${(cause as Error).message}`, { cause });
  }
}

/**
 * Replaces the definitions of a release by those in `from`. The folder must be a snapshot, or empty, or absent, because
 * all other YAML and JSON files in it are deleted.
 */
export function writeSnapshot(folder: string, { from, version }: { from: string; version: string }): void {
  const isNew = !existsSync(folder) || readdirSync(folder).length === 0;
  if (!isNew && !existsSync(path.join(folder, fileName))) {
    throw new Error(`failed to write ${folder}: it has files, but no ${fileName}: name an empty folder, or a snapshot`);
  }
  const sources = filesIn(from);
  mkdirSync(folder, { recursive: true });
  for (const file of filesIn(folder)) rmSync(file);
  for (const file of sources) copyFileSync(file, path.join(folder, path.basename(file)));
  writeFileSync(path.join(folder, fileName), `${JSON.stringify({ version }, undefined, 2)}\n`);
}

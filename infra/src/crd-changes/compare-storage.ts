import type { Difference } from './change.ts';
import { strategyOf } from './compare-definitions.ts';
import { type Crd, type CrdVersion, storageOf } from './crd.ts';
import type { ChangeRule } from './rules.ts';
import { compareSchemas } from './schema/index.ts';

/** A difference that concerns the users of one version. */
export interface VersionDifference extends Difference {
  readonly version: string;
}

/** What the versions are to objects that are stored in another one. */
export function compareStorage(before: Crd, after: Crd): VersionDifference[] {
  return [...compareStored(before, after), ...compareUnconverted(before, after)];
}

function compareStored(before: Crd, after: Crd): VersionDifference[] {
  const [old, now] = [storageOf(before).name, storageOf(after).name];
  if (old === now) return [];
  const isKnown = before.spec.versions.some(({ name }) => name === now);
  const rule = isKnown ? 'storage-version-changed' : 'storage-version-unknown';
  return [{ rule, path: '', what: `the stored version: ${old} -> ${now}`, version: old }];
}

/** The fields that a new version, or the new stored one, has no place for, where nothing converts. */
function compareUnconverted(before: Crd, after: Crd): VersionDifference[] {
  if (strategyOf(after) !== 'None') return [];
  const stored = storageOf(before);
  return after.spec.versions
    .filter((version) => version.name !== stored.name && isNewPlace(version, before))
    .flatMap(({ name, schema }) => lossesOf(stored, schema.openAPIV3Schema, name));
}

/** Whether objects are written in this version that could not be so before. */
function isNewPlace({ name, served, storage }: CrdVersion, before: Crd): boolean {
  const old = before.spec.versions.find((version) => version.name === name);
  return (served && old?.served !== true) || (storage && old?.storage !== true);
}

const losing: readonly ChangeRule[] = ['field-removed', 'unknown-fields-pruned', 'type-changed'];

function lossesOf(stored: CrdVersion, schema: CrdVersion['schema']['openAPIV3Schema'], other: string) {
  return compareSchemas(stored.schema.openAPIV3Schema, schema)
    .filter(({ rule }) => losing.includes(rule))
    .map(({ path, what }): VersionDifference => {
      const text = `in ${other}, which nothing converts: ${what}`;
      return { rule: 'version-without-conversion', path, what: text, version: stored.name };
    });
}

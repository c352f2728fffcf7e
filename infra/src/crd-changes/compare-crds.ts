import { isDeepStrictEqual } from 'node:util';

import { compareSchemas } from './compare-schemas.ts';
import { type Crd, type CrdNames, type CrdVersion, parseCrd, getStorageVersion } from './crd.ts';
import { type ChangeRule, type CrdChange, type Difference, judgeDifference, formatStep } from './rules.ts';
import { addStatedScaleBounds } from './scaled-field.ts';

/**
 * Compares two sets of CRDs, and judges each change by its effect on stored objects and clients.
 *
 * Pass parsed objects of `apiextensions.k8s.io/v1` as they are applied, including `spec.conversion`. CRDs are matched
 * by `metadata.name`, and their versions by name.
 *
 * Throws an `Error` with the CRD's name and the path of the field if a CRD is invalid.
 */
export function compareCrds(released: readonly unknown[], next: readonly unknown[]): CrdChange[] {
  const [before, after] = [indexByName('released', released), indexByName('new', next)];
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names.flatMap((crd) => compareCrd(crd, before.get(crd), after.get(crd)));
}

function indexByName(title: string, objects: readonly unknown[]): ReadonlyMap<string, Crd> {
  const found = new Map<string, Crd>();
  for (const crd of objects.map(parseCrd)) {
    if (found.has(crd.metadata.name))
      throw new Error(`the ${title} CRDs contain ${crd.metadata.name} twice: remove one`);
    found.set(crd.metadata.name, crd);
  }
  return found;
}

function compareCrd(crd: string, before: Crd | undefined, after: Crd | undefined): CrdChange[] {
  const versions = (before ?? after)?.spec.versions.filter(({ served }) => served).map(({ name }) => name) ?? [];
  const toCrdChange = (rule: ChangeRule, what: string): CrdChange[] => [
    judgeDifference({ rule, path: '', what }, { crd, versions }),
  ];
  if (before === undefined) return toCrdChange('crd-added', 'a new CRD');
  if (after === undefined) return toCrdChange('crd-removed', 'the CRD is gone');
  const ofVersions = [
    ...compareStorageVersions(before, after),
    ...compareUnconverted(before, after),
    ...compareVersions(before, after),
  ];
  return [
    ...compareCrdSpecs(before, after).map((difference) => judgeDifference(difference, { crd, versions })),
    ...ofVersions.map(({ version, ...difference }) => judgeDifference(difference, { crd, versions: [version] })),
  ];
}

function compareCrdSpecs({ spec: before }: Crd, { spec: after }: Crd): Difference[] {
  const [old, now] = [before.names, after.names].map((names) => ({
    ...names,
    listKind: names.listKind ?? `${names.kind}List`,
  }));
  return [
    ...compareTexts('scope-changed', 'scope', [before.scope, after.scope]),
    ...compareTexts('kind-changed', 'kind', [old?.kind, now?.kind]),
    ...compareTexts('kind-changed', 'listKind', [old?.listKind, now?.listKind]),
    ...listMissing(listKubectlNames(before.names), listKubectlNames(after.names)).map((name) =>
      createDifference('kubectl-name-removed', `without the ${name}`),
    ),
    ...listMissing(listKubectlNames(after.names), listKubectlNames(before.names)).map((name) =>
      createDifference('kubectl-name-added', `with the ${name}`),
    ),
    ...compareConversions(before, after),
  ];
}

/** Creates a difference that does not concern a field. */
function createDifference(rule: ChangeRule, what: string): Difference {
  return { rule, path: '', what };
}

function compareTexts(rule: ChangeRule, what: string, [old, now]: readonly (string | undefined)[]): Difference[] {
  return old === now ? [] : [createDifference(rule, `${what}: ${old ?? ''} -> ${now ?? ''}`)];
}

function listMissing(from: readonly string[], other: readonly string[]): string[] {
  return from.filter((each) => !other.includes(each));
}

function listKubectlNames({
  kind,
  singular = kind.toLowerCase(),
  shortNames = [],
  categories = [],
}: CrdNames): string[] {
  return [
    `singular name ${singular}`,
    ...shortNames.map((name) => `short name ${name}`),
    ...categories.map((name) => `category ${name}`),
  ];
}

/**
 * Compares the conversions. Ignores the removal of the conversion from a CRD with one version, which is never
 * converted.
 */
function compareConversions(before: Crd['spec'], after: Crd['spec']): Difference[] {
  const [old, now] = [getConversionStrategy(before), getConversionStrategy(after)];
  if (old === now || (now === 'None' && after.versions.length === 1)) return [];
  return [
    createDifference(
      now === 'None' ? 'conversion-removed' : 'conversion-added',
      `conversion.strategy: ${formatStep(old, now)}`,
    ),
  ];
}

/** Returns the conversion strategy. The API server defaults to `None`. */
function getConversionStrategy({ conversion }: Crd['spec']): string {
  return conversion?.strategy ?? 'None';
}

/** A difference that concerns the users of one version. */
type VersionDifference = Difference & { readonly version: string };

function compareStorageVersions(before: Crd, after: Crd): VersionDifference[] {
  const [old, now] = [getStorageVersion(before).name, getStorageVersion(after).name];
  if (old === now) return [];
  const isKnown = before.spec.versions.some(({ name }) => name === now);
  const rule = isKnown ? 'storage-version-changed' : 'storage-version-unknown';
  return [{ ...createDifference(rule, `the stored version: ${old} -> ${now}`), version: old }];
}

const losing: readonly ChangeRule[] = ['field-removed', 'unknown-fields-pruned', 'type-changed'];

/**
 * Finds stored fields that get lost: a version that is newly served or newly stored lacks them, and the CRD has no
 * conversion.
 */
function compareUnconverted(before: Crd, { spec }: Crd): VersionDifference[] {
  const stored = getStorageVersion(before);
  const isNewPlace = ({ name, served, storage }: CrdVersion): boolean => {
    const old = before.spec.versions.find((version) => version.name === name);
    return (served && old?.served !== true) || (storage && old?.storage !== true);
  };
  const places = spec.versions.filter((version) => version.name !== stored.name && isNewPlace(version));
  return (getConversionStrategy(spec) === 'None' ? places : []).flatMap(({ name, schema }) =>
    compareSchemas(stored.schema.openAPIV3Schema, schema.openAPIV3Schema)
      .filter(({ rule }) => losing.includes(rule))
      .map(({ path, what }) => ({
        ...{ rule: 'version-without-conversion', path, version: stored.name },
        what: `in ${name}, which nothing converts: ${what}`,
      })),
  );
}

/** Matches versions by name. */
function compareVersions({ spec: before }: Crd, { spec: after }: Crd): VersionDifference[] {
  const names = new Set([...before.versions, ...after.versions].map(({ name }) => name));
  return [...names].flatMap((version) => {
    const [old, now] = [before, after].map(({ versions }) => versions.find(({ name }) => name === version));
    return compareServed(old, now).map((difference) => ({ ...difference, version }));
  });
}

function compareServed(old: CrdVersion | undefined, now: CrdVersion | undefined): Difference[] {
  if (old === undefined) return [createDifference('version-added', 'a new version')];
  if (now === undefined) return [createDifference(getRemovalRule(old), 'the version is gone')];
  if (old.served && !now.served) return [createDifference('version-not-served', 'served: true -> false')];
  const added = !old.served && now.served ? [createDifference('version-added', 'served: false -> true')] : [];
  return [...added, ...(old.served || old.storage ? compareVersion(old, now) : [])];
}

function getRemovalRule({ served, storage }: CrdVersion): ChangeRule {
  if (storage) return 'stored-version-removed';
  return served ? 'version-not-served' : 'unserved-version-removed';
}

function compareVersion(old: CrdVersion, now: CrdVersion): Difference[] {
  const [was, is] = [old.deprecated === true, now.deprecated === true];
  const isSameInTables = isDeepStrictEqual(old.additionalPrinterColumns ?? [], now.additionalPrinterColumns ?? []);
  return [
    ...(was === is ? [] : [createDifference('version-deprecated', `deprecated: ${formatStep(was, is)}`)]),
    ...compareSubresources(old.subresources, now.subresources),
    ...compareSelectable(old, now),
    ...(isSameInTables ? [] : [createDifference('columns-changed', 'other columns in kubectl get')]),
    ...compareSchemas(addStatedScaleBounds(old, now), addStatedScaleBounds(now, old)),
  ];
}

function compareSubresources(old: CrdVersion['subresources'] = {}, now: CrdVersion['subresources'] = {}): Difference[] {
  const removed = (['status', 'scale'] as const).filter((name) => old[name] !== undefined && now[name] === undefined);
  const isAdded = (name: 'status' | 'scale'): boolean => old[name] === undefined && now[name] !== undefined;
  const paths = now.scale === undefined ? [] : Object.entries(old.scale ?? {});
  return [
    ...removed.map((name) => createDifference('subresource-removed', `without ${name}`)),
    ...(isAdded('status') ? [createDifference('status-added', 'with the subresource status')] : []),
    ...(isAdded('scale') ? [createDifference('scale-added', 'with the subresource scale')] : []),
    ...paths
      .filter(([key, path]) => now.scale?.[key] !== path)
      .map(([key, path]) => createDifference('scale-changed', `scale.${key}: ${formatStep(path, now.scale?.[key])}`)),
  ];
}

function compareSelectable(old: CrdVersion, now: CrdVersion): Difference[] {
  const [before, after] = [old, now].map(({ selectableFields = [] }) =>
    selectableFields.map(({ jsonPath }) => jsonPath.slice(1)),
  );
  return [
    ...listMissing(before ?? [], after ?? []).map((path) => ({
      ...createDifference('selectable-field-removed', 'no longer selectable'),
      path,
    })),
    ...listMissing(after ?? [], before ?? []).map((path) => ({
      ...createDifference('selectable-field-added', 'selectable'),
      path,
    })),
  ];
}

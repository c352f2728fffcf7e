import { isDeepStrictEqual } from 'node:util';

import { compareSchemas } from './compare-schemas.ts';
import { type Crd, type CrdNames, type CrdVersion, parseCrd, storageOf } from './crd.ts';
import { type ChangeRule, type CrdChange, type Difference, judged, step } from './rules.ts';

/**
 * The changes between two sets of CustomResourceDefinitions, and what each means for stored objects and their clients.
 *
 * Pass parsed objects of `apiextensions.k8s.io/v1`, as they are applied: with `spec.conversion`, if there is one. Two
 * definitions of the same `metadata.name` are compared, and of these each version with the one of the same name.
 *
 * Throws an `Error` with the name of the definition and the path in it, if an object is no valid definition.
 */
export function compareCrds(released: readonly unknown[], next: readonly unknown[]): CrdChange[] {
  const [before, after] = [byName(released), byName(next)];
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names.flatMap((crd) => changesOf(crd, before.get(crd), after.get(crd)));
}

function byName(objects: readonly unknown[]): ReadonlyMap<string, Crd> {
  const found = new Map<string, Crd>();
  for (const crd of objects.map(parseCrd)) {
    if (found.has(crd.metadata.name)) throw new Error(`there are two CustomResourceDefinitions ${crd.metadata.name}`);
    found.set(crd.metadata.name, crd);
  }
  return found;
}

function changesOf(crd: string, before: Crd | undefined, after: Crd | undefined): CrdChange[] {
  const versions = (before ?? after)?.spec.versions.filter(({ served }) => served).map(({ name }) => name) ?? [];
  const whole = (rule: ChangeRule, what: string): CrdChange[] => [judged({ rule, path: '', what }, { crd, versions })];
  if (before === undefined) return whole('crd-added', 'a new definition');
  if (after === undefined) return whole('crd-removed', 'the definition is gone');
  const ofVersions = [
    ...compareStored(before, after),
    ...compareUnconverted(before, after),
    ...compareVersions(before, after),
  ];
  return [
    ...compareDefinitions(before, after).map((difference) => judged(difference, { crd, versions })),
    ...ofVersions.map(({ version, ...difference }) => judged(difference, { crd, versions: [version] })),
  ];
}

/** Scope, names and conversion. */
function compareDefinitions({ spec: before }: Crd, { spec: after }: Crd): Difference[] {
  const [old, now] = [before.names, after.names].map((names) => ({
    ...names,
    listKind: names.listKind ?? `${names.kind}List`,
  }));
  return [
    ...changed('scope-changed', 'scope', [before.scope, after.scope]),
    ...changed('kind-changed', 'kind', [old?.kind, now?.kind]),
    ...changed('kind-changed', 'listKind', [old?.listKind, now?.listKind]),
    ...missing(kubectlNames(before.names), kubectlNames(after.names)).map((name) =>
      of('kubectl-name-removed', `without the ${name}`),
    ),
    ...missing(kubectlNames(after.names), kubectlNames(before.names)).map((name) =>
      of('kubectl-name-added', `with the ${name}`),
    ),
    ...compareConversions(before, after),
  ];
}

/** A difference that is in no field. */
function of(rule: ChangeRule, what: string): Difference {
  return { rule, path: '', what };
}

function changed(rule: ChangeRule, what: string, [old, now]: readonly (string | undefined)[]): Difference[] {
  return old === now ? [] : [of(rule, `${what}: ${old ?? ''} -> ${now ?? ''}`)];
}

function missing(from: readonly string[], other: readonly string[]): string[] {
  return from.filter((each) => !other.includes(each));
}

function kubectlNames({ kind, singular = kind.toLowerCase(), shortNames = [], categories = [] }: CrdNames): string[] {
  return [
    `singular name ${singular}`,
    ...shortNames.map((name) => `short name ${name}`),
    ...categories.map((name) => `category ${name}`),
  ];
}

/** Without several versions there is nothing to convert. */
function compareConversions(before: Crd['spec'], after: Crd['spec']): Difference[] {
  const [old, now] = [strategyOf(before), strategyOf(after)];
  if (old === now || (now === 'None' && after.versions.length === 1)) return [];
  return [of(now === 'None' ? 'conversion-removed' : 'conversion-added', `conversion.strategy: ${step(old, now)}`)];
}

/** The strategy of the API server, where none is given, is `None`. */
function strategyOf({ conversion }: Crd['spec']): string {
  return conversion?.strategy ?? 'None';
}

/** A difference that concerns the users of one version. */
type VersionDifference = Difference & { readonly version: string };

function compareStored(before: Crd, after: Crd): VersionDifference[] {
  const [old, now] = [storageOf(before).name, storageOf(after).name];
  if (old === now) return [];
  const isKnown = before.spec.versions.some(({ name }) => name === now);
  const rule = isKnown ? 'storage-version-changed' : 'storage-version-unknown';
  return [{ ...of(rule, `the stored version: ${old} -> ${now}`), version: old }];
}

const losing: readonly ChangeRule[] = ['field-removed', 'unknown-fields-pruned', 'type-changed'];

/** The stored fields that a new version, or the new stored one, has no place for, where nothing converts. */
function compareUnconverted(before: Crd, { spec }: Crd): VersionDifference[] {
  const stored = storageOf(before);
  const isNewPlace = ({ name, served, storage }: CrdVersion): boolean => {
    const old = before.spec.versions.find((version) => version.name === name);
    return (served && old?.served !== true) || (storage && old?.storage !== true);
  };
  const places = spec.versions.filter((version) => version.name !== stored.name && isNewPlace(version));
  return (strategyOf(spec) === 'None' ? places : []).flatMap(({ name, schema }) =>
    compareSchemas(stored.schema.openAPIV3Schema, schema.openAPIV3Schema)
      .filter(({ rule }) => losing.includes(rule))
      .map(({ path, what }) => ({
        ...{ rule: 'version-without-conversion', path, version: stored.name },
        what: `in ${name}, which nothing converts: ${what}`,
      })),
  );
}

/** Each version with the one of the same name. */
function compareVersions({ spec: before }: Crd, { spec: after }: Crd): VersionDifference[] {
  const names = new Set([...before.versions, ...after.versions].map(({ name }) => name));
  return [...names].flatMap((version) => {
    const [old, now] = [before, after].map(({ versions }) => versions.find(({ name }) => name === version));
    return compareServed(old, now).map((difference) => ({ ...difference, version }));
  });
}

function compareServed(old: CrdVersion | undefined, now: CrdVersion | undefined): Difference[] {
  if (old === undefined) return [of('version-added', 'a new version')];
  if (now === undefined) return [of(ruleOfGone(old), 'the version is gone')];
  if (old.served && !now.served) return [of('version-not-served', 'served: true -> false')];
  const added = !old.served && now.served ? [of('version-added', 'served: false -> true')] : [];
  return [...added, ...(old.served || old.storage ? compareVersion(old, now) : [])];
}

function ruleOfGone({ served, storage }: CrdVersion): ChangeRule {
  if (storage) return 'stored-version-removed';
  return served ? 'version-not-served' : 'unserved-version-removed';
}

function compareVersion(old: CrdVersion, now: CrdVersion): Difference[] {
  const [was, is] = [old.deprecated === true, now.deprecated === true];
  const isSameInTables = isDeepStrictEqual(old.additionalPrinterColumns ?? [], now.additionalPrinterColumns ?? []);
  return [
    ...(was === is ? [] : [of('version-deprecated', `deprecated: ${step(was, is)}`)]),
    ...compareSubresources(old.subresources, now.subresources),
    ...compareSelectable(old, now),
    ...(isSameInTables ? [] : [of('columns-changed', 'other columns of kubectl get')]),
    ...compareSchemas(old.schema.openAPIV3Schema, now.schema.openAPIV3Schema),
  ];
}

function compareSubresources(old: CrdVersion['subresources'] = {}, now: CrdVersion['subresources'] = {}): Difference[] {
  const removed = (['status', 'scale'] as const).filter((name) => old[name] !== undefined && now[name] === undefined);
  const isAdded = (name: 'status' | 'scale'): boolean => old[name] === undefined && now[name] !== undefined;
  const paths = now.scale === undefined ? [] : Object.entries(old.scale ?? {});
  return [
    ...removed.map((name) => of('subresource-removed', `without ${name}`)),
    ...(isAdded('status') ? [of('status-added', 'with the subresource status')] : []),
    ...(isAdded('scale') ? [of('scale-added', 'with the subresource scale')] : []),
    ...paths
      .filter(([key, path]) => now.scale?.[key] !== path)
      .map(([key, path]) => of('scale-changed', `scale.${key}: ${step(path, now.scale?.[key])}`)),
  ];
}

function compareSelectable(old: CrdVersion, now: CrdVersion): Difference[] {
  const [before, after] = [old, now].map(({ selectableFields = [] }) =>
    selectableFields.map(({ jsonPath }) => jsonPath.slice(1)),
  );
  return [
    ...missing(before ?? [], after ?? []).map((path) => ({
      ...of('selectable-field-removed', 'no longer selectable'),
      path,
    })),
    ...missing(after ?? [], before ?? []).map((path) => ({ ...of('selectable-field-added', 'selectable'), path })),
  ];
}

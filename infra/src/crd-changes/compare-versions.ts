import { type Difference, step } from './change.ts';
import type { VersionDifference } from './compare-storage.ts';
import type { Crd, CrdVersion } from './crd.ts';
import { isSame } from './is-same.ts';
import { compareSchemas } from './schema/index.ts';

/** Each version with the one of the same name. */
export function compareVersions({ spec: before }: Crd, { spec: after }: Crd): VersionDifference[] {
  const names = new Set([...before.versions, ...after.versions].map(({ name }) => name));
  return [...names].flatMap((version) => {
    const [old, now] = [before, after].map(({ versions }) => versions.find(({ name }) => name === version));
    return differencesOf(old, now).map((difference) => ({ ...difference, version }));
  });
}

function differencesOf(old: CrdVersion | undefined, now: CrdVersion | undefined): Difference[] {
  if (old === undefined || now === undefined) return missing(old);
  if (old.served && !now.served) return [{ rule: 'version-not-served', path: '', what: 'served: true -> false' }];
  const added: Difference = { rule: 'version-added', path: '', what: 'served: false -> true' };
  if (!old.served && !old.storage) return now.served ? [added] : [];
  return [...(old.served ? [] : now.served ? [added] : []), ...compareVersion(old, now)];
}

function missing(old: CrdVersion | undefined): Difference[] {
  if (old === undefined) return [{ rule: 'version-added', path: '', what: 'a new version' }];
  const rule = old.storage ? 'stored-version-removed' : old.served ? 'version-not-served' : 'unserved-version-removed';
  return [{ rule, path: '', what: 'the version is gone' }];
}

function compareVersion(old: CrdVersion, now: CrdVersion): Difference[] {
  return [
    ...compareDeprecation(old, now),
    ...compareSubresources(old, now),
    ...compareSelectable(old, now),
    ...compareColumns(old, now),
    ...compareSchemas(old.schema.openAPIV3Schema, now.schema.openAPIV3Schema),
  ];
}

function compareDeprecation(old: CrdVersion, now: CrdVersion): Difference[] {
  const [was, is] = [old.deprecated === true, now.deprecated === true];
  return was === is ? [] : [{ rule: 'version-deprecated', path: '', what: `deprecated: ${step(was, is)}` }];
}

function compareSubresources(
  { subresources: old = {} }: CrdVersion,
  { subresources: now = {} }: CrdVersion,
): Difference[] {
  const removed = (['status', 'scale'] as const).filter((name) => old[name] !== undefined && now[name] === undefined);
  return [
    ...removed.map((name): Difference => ({ rule: 'subresource-removed', path: '', what: `without ${name}` })),
    ...(old.status === undefined && now.status !== undefined
      ? [{ rule: 'status-added' as const, path: '', what: 'with the subresource status' }]
      : []),
    ...compareScales(old.scale, now.scale),
  ];
}

type Scale = Readonly<Record<string, string>> | undefined;

function compareScales(old: Scale, now: Scale): Difference[] {
  if (now === undefined) return [];
  if (old === undefined) return [{ rule: 'scale-added', path: '', what: 'with the subresource scale' }];
  return Object.entries(old)
    .filter(([key, path]) => now[key] !== path)
    .map(([key, path]) => ({ rule: 'scale-changed', path: '', what: `scale.${key}: ${step(path, now[key])}` }));
}

function compareSelectable(old: CrdVersion, now: CrdVersion): Difference[] {
  const [before, after] = [old, now].map(({ selectableFields = [] }) =>
    selectableFields.map(({ jsonPath }) => jsonPath),
  );
  const gone = (before ?? []).filter((path) => after?.includes(path) !== true);
  const added = (after ?? []).filter((path) => before?.includes(path) !== true);
  return [
    ...gone.map((path): Difference => ({
      rule: 'selectable-field-removed',
      path: path.slice(1),
      what: 'no longer selectable',
    })),
    ...added.map((path): Difference => ({ rule: 'selectable-field-added', path: path.slice(1), what: 'selectable' })),
  ];
}

function compareColumns(old: CrdVersion, now: CrdVersion): Difference[] {
  return isSame(old.additionalPrinterColumns ?? [], now.additionalPrinterColumns ?? [])
    ? []
    : [{ rule: 'columns-changed', path: '', what: 'other columns of kubectl get' }];
}

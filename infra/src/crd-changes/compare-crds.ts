import { type CrdChange, judged } from './change.ts';
import { compareDefinitions } from './compare-definitions.ts';
import { compareStorage } from './compare-storage.ts';
import { compareVersions } from './compare-versions.ts';
import { type Crd, parseCrd } from './crd.ts';

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
  return names.flatMap((name) => changesOf(name, before.get(name), after.get(name)));
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
  if (before === undefined)
    return [judged({ rule: 'crd-added', path: '', what: 'a new definition' }, { crd, versions })];
  if (after === undefined) {
    return [judged({ rule: 'crd-removed', path: '', what: 'the definition is gone' }, { crd, versions })];
  }
  return [
    ...compareDefinitions(before, after).map((difference) => judged(difference, { crd, versions })),
    ...[...compareStorage(before, after), ...compareVersions(before, after)].map(({ version, ...difference }) =>
      judged(difference, { crd, versions: [version] }),
    ),
  ];
}

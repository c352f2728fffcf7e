import { CommandError } from '../report-error.ts';
import { compareVersions } from '../version-priority.ts';
import { listModulePaths, type ImportedKind, type Origin } from './imported-kind.ts';
import type { SourceFile } from './source.ts';
import type { Crd, CrdVersion } from './structural.ts';

export interface Choice {
  /**
   * Names of the kinds to import. @default - all kinds of the source; without a source, the kinds that are already
   * imported
   */
  readonly kinds?: readonly string[];
  /** The version to type. @default - the version of the existing module, else the storage version */
  readonly version?: string;
}

/** A kind to import, and the existing module that it replaces. */
export interface Found extends Origin {
  readonly file: string;
  readonly before?: ImportedKind;
}

/** Chooses the kinds to import from a source. @param root the folder of the operator's module */
export function chooseKinds(
  sources: readonly SourceFile[],
  imported: readonly ImportedKind[],
  { kinds, version, root }: Choice & { readonly root: string },
): readonly Found[] {
  const all = sources.flatMap(({ crds, ...source }) => crds.map((crd) => ({ crd, ...source })));
  rejectUnknown(
    kinds,
    all.map(({ crd }) => crd.spec.names.kind),
  );
  const wanted = all.filter(({ crd }) => kinds === undefined || kinds.includes(crd.spec.names.kind));
  rejectTwice(wanted);
  rejectCopies(imported);
  const taken = new Set(imported.map(({ file }) => file));
  return wanted.map(({ crd, source, sha256, version: named }) => {
    const before = imported.find((each) => each.crd.metadata.name === crd.metadata.name);
    const file = before?.file ?? takeFile(taken, root, crd);
    const chosen = chooseVersion(crd, version ?? named, before?.version);
    return { crd, source, sha256, file, version: chosen, ...(before && { before }) };
  });
}

function rejectUnknown(kinds: readonly string[] = [], known: readonly string[]): void {
  const unknown = kinds.find((kind) => !known.includes(kind));
  if (unknown === undefined) return;
  throw new CommandError(`import ${unknown}`, `the source has only ${[...new Set(known)].join(', ')}`);
}

/** Rejects duplicates: a folder may contain several variants of a CRD, such as one per release channel. */
function rejectTwice(wanted: readonly { readonly crd: Crd; readonly source: string }[]): void {
  const byName = Map.groupBy(wanted, ({ crd }) => crd.metadata.name);
  const twice = [...byName].find(([, found]) => found.length > 1);
  if (twice === undefined) return;
  const [name, found] = twice;
  throw new CommandError(
    `import ${name}`,
    `this CRD is in ${found.map(({ source }) => source).join(' and ')}: pass one of them`,
  );
}

/** Rejects kinds that several modules contain, because the import would update only one of them. */
function rejectCopies(imported: readonly ImportedKind[]): void {
  const byName = Map.groupBy(imported, ({ crd }) => crd.metadata.name);
  const copies = [...byName].find(([, kinds]) => kinds.length > 1);
  if (copies === undefined) return;
  const [name, kinds] = copies;
  const files = kinds.map(({ file }) => file).join(' and ');
  throw new CommandError(`import ${name}`, `both ${files} are modules of this kind: delete one of them`);
}

/** Returns a file path for a kind that no other kind uses. */
function takeFile(taken: Set<string>, root: string, crd: Crd): string {
  const files = listModulePaths(root, crd);
  const free = files.find((file) => !taken.has(file));
  if (free === undefined) {
    const hint = `${files.join(' and ')} have other kinds: rename one of them, or choose kinds with --kind`;
    throw new CommandError(`import ${crd.metadata.name}`, hint);
  }
  taken.add(free);
  return free;
}

function chooseVersion({ metadata, spec }: Crd, wanted: string | undefined, before: string | undefined): string {
  const served = spec.versions.filter((version) => version.served);
  const isServed = (name: string | undefined): boolean => served.some((version) => version.name === name);
  if (wanted !== undefined && !isServed(wanted)) {
    const list = served.map(({ name }) => name).join(', ');
    throw new CommandError(`import ${metadata.name}`, `the CRD does not serve ${wanted}, but ${list}`);
  }
  const stored = spec.versions.find(({ storage }) => storage)?.name;
  const chosen = [wanted, before, stored].find(isServed) ?? served.map(getName).sort(compareVersions)[0];
  if (chosen !== undefined) return chosen;
  throw new CommandError(`import ${metadata.name}`, 'the CRD does not serve any version: use another release of it');
}

function getName({ name }: CrdVersion): string {
  return name;
}

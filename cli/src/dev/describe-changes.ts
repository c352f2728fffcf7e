import { compareCrds, formatChanges } from '@kubewright/infra/crd-changes';

import type { Crd } from '../crd.ts';

export interface CrdSets {
  /** The CRDs in the cluster. */
  readonly stored: readonly Crd[];
  /** The CRDs that replace them. */
  readonly next: readonly Crd[];
  /** The versions with users, as `listVersions` lists them. Changes of other versions break no clients. */
  readonly used: ReadonlySet<string>;
}

/** Describes the changes of CRDs that the cluster has, and what they break. Empty without changes. */
export function describeChanges({ stored, next, used }: CrdSets): string {
  const names = new Set(stored.map(({ metadata }) => metadata.name));
  const replacing = next.filter(({ metadata }) => names.has(metadata.name));
  const changes = compareCrds(stored, replacing).filter(
    ({ crd, versions, verdict }) =>
      verdict === 'compatible' || versions.some((version) => used.has(formatVersion(crd, version))),
  );
  return formatChanges(changes);
}

export function listVersions(crds: readonly Crd[]): ReadonlySet<string> {
  return new Set(
    crds.flatMap(({ metadata, spec }) => spec.versions.map(({ name }) => formatVersion(metadata.name, name))),
  );
}

function formatVersion(crd: string, version: string): string {
  return `${crd} ${version}`;
}

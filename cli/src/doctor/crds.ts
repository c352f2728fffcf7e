import { compareCrds, type CrdChange, formatChanges } from '@kubewright/infra/crd-changes';
import type { DeclaredCrd, OperatorDeclaration } from '@kubewright/infra';

import type { Cluster } from '../cluster.ts';
import type { Crd } from '../crd.ts';
import { type CheckResult, error, type Finding, warning } from './finding.ts';

const apply = 'run `kubewright generate`, then `kubectl apply --server-side -f crds/`';

const applyConverting =
  'run `kubewright synth`, then `kubectl apply --server-side -k manifests/<environment>/crds`, because the CRDs in crds/ do not have the conversion webhook';

/**
 * Checks whether the CRDs are installed, Established and equal to those of the code, and whether stored objects must be
 * migrated.
 */
export async function checkCrds(
  { apis, foreignKinds = [] }: OperatorDeclaration,
  cluster: Cluster,
): Promise<CheckResult> {
  const own = apis.map(({ crd }) => crd as DeclaredCrd);
  const foreign = foreignKinds.flatMap(({ crd }) => crd ?? []);
  const names = [...own.map(({ metadata }) => metadata.name), ...foreign];
  const stored = names.length === 0 ? [] : await cluster.list<Crd>('crd', ...names);
  const find = (name: string): Crd | undefined => stored.find(({ metadata }) => metadata.name === name);
  const missing = foreign.filter((name) => find(name) === undefined);
  const findings = [
    ...own.flatMap((crd) => judgeCrd(crd, find(crd.metadata.name))),
    ...missing.map((name) =>
      warning(
        `the CRD ${name} of another operator is not installed`,
        'install that operator, or leave its controller off',
      ),
    ),
  ];
  return { check: 'CRDs', summary: `${names.join(', ')} as in the code`, findings };
}

/** Pure: compares the CRD in the cluster with the one in the code, and returns the problems. */
export function judgeCrd(declared: DeclaredCrd, stored: Crd | undefined): readonly Finding[] {
  const { name } = declared.metadata;
  if (stored === undefined) return [error(`the CRD ${name} is not installed`, apply)];
  if (stored.metadata.deletionTimestamp !== undefined)
    return [error(`the CRD ${name} is being deleted, with all its objects`, `wait, then ${apply}`)];
  return [...judgeConditions(stored), ...judgeChanges(declared, stored), ...judgeStoredVersions(declared, stored)];
}

function judgeConditions({ metadata, status }: Crd): readonly Finding[] {
  const failing = (status?.conditions ?? []).find(
    ({ type, status: value }) => (type === 'Established' || type === 'NamesAccepted') && value !== 'True',
  );
  const established = status?.conditions?.some(({ type }) => type === 'Established') ?? false;
  if (failing === undefined && established) return [];
  const why = failing?.message ?? 'the API server has not accepted its names yet';
  const remedy = `read its conditions; if another CRD has the same names, delete one of the two: kubectl describe crd ${metadata.name}`;
  return [error(`the API server does not serve the CRD ${metadata.name}: ${why}`, remedy)];
}

/** Ignores the conversion, which the webhook check covers. */
function judgeChanges(declared: DeclaredCrd, stored: Crd): readonly Finding[] {
  const { conversion } = stored.spec;
  const remedy = conversion?.strategy === 'Webhook' ? applyConverting : apply;
  const changes = compareCrds([stored], [{ ...declared, spec: { ...declared.spec, conversion } }]);
  if (changes.length === 0) return [];
  const message = `the CRD ${declared.metadata.name} differs from the CRD in the code. Applying the CRD of the code makes these changes:\n${formatChanges(changes)}`;
  if (changes.every(({ verdict }) => verdict === 'compatible'))
    return [(changes.every(isCosmetic) ? warning : error)(message, remedy)];
  const deletion = changes.some(isRejected)
    ? `delete the CRD in this cluster with all its objects (\`kubectl delete crd ${declared.metadata.name}\`), then `
    : '';
  const hint = `if the CRD in the cluster is of a newer release, run that release; otherwise follow "instead". To make the changes anyway, ${deletion}${remedy}`;
  return [error(message, hint)];
}

/** Whether the API server rejects the change in a CRD that is installed. */
function isRejected({ rule, what }: CrdChange): boolean {
  return (
    rule === 'scope-changed' ||
    rule === 'stored-version-removed' ||
    (rule === 'kind-changed' && what.startsWith('kind: '))
  );
}

function isCosmetic({ rule }: CrdChange): boolean {
  return rule === 'described' || rule === 'columns-changed';
}

function judgeStoredVersions({ spec }: DeclaredCrd, { metadata, spec: stored, status }: Crd): readonly Finding[] {
  const { versions } = spec as Crd['spec'];
  const storage = stored.versions.find((version) => version.storage)?.name ?? '';
  const outdated = (status?.storedVersions ?? []).filter((version) => version !== storage);
  const gone = outdated.filter((version) => !versions.some(({ name }) => name === version));
  if (gone.length > 0) {
    const remedy = `declare ${gone.join(', ')} again until the operator has migrated the objects`;
    return [
      error(`objects of ${metadata.name} may be stored in ${gone.join(', ')}, which the code no longer has`, remedy),
    ];
  }
  if (outdated.length === 0) return [];
  const remedy = 'a deployed operator with a conversion migrates them; see its log for "migrated stored objects"';
  const message = `objects of ${metadata.name} may be stored in ${outdated.join(', ')}, and have to be migrated to ${storage}`;
  return [warning(message, remedy)];
}

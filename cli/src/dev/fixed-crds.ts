import type { Crd } from '../crd.ts';
import { CommandError } from '../report-error.ts';
import { quote } from '../shell.ts';
import type { DevCluster } from './dev-cluster.ts';

/** The API server rejects CRDs, because it does not allow the change in CRDs that are installed. */
export class FixedCrdsError extends CommandError {
  /** The command that deletes these CRDs with their objects. */
  readonly command: string;

  constructor(reason: string, command: string, cause?: unknown) {
    super('apply the CRDs', reason, cause);
    this.command = command;
  }
}

type Access = Pick<DevCluster, 'kubeconfig' | 'context'>;

const causes = /field is immutable|was previously a storage version/;

/**
 * Finds the CRDs that can change only as new ones, and renders the command that deletes them.
 *
 * @param reason the errors of kubectl
 * @returns undefined if no change is of this kind
 */
export function findDeletion(reason: string, cluster: Access): string | undefined {
  const errors = reason.split(/(?=^The CustomResourceDefinition ")/m).filter((error) => causes.test(error));
  const names = errors.flatMap((error) => /^The CustomResourceDefinition "([^"]+)"/.exec(error)?.[1] ?? []);
  return names.length === 0 ? undefined : renderDeletion(names, cluster);
}

/** The command names the cluster, because the user's kubectl may use another one. */
function renderDeletion(names: readonly string[], cluster: Access): string {
  const { kubeconfig, context = '' } = cluster;
  const access = kubeconfig === undefined ? `--context ${quote(context)}` : `--kubeconfig ${quote(kubeconfig)}`;
  return `kubectl ${access} delete crd ${names.join(' ')}`;
}

/**
 * Throws for a CRD that the API server does not serve because another CRD has its names, as after a change of `plural`.
 * The error has the command that deletes the CRDs that had the kind before.
 * @param applied the names of the CRDs that `kubewright dev` has applied
 */
export function rejectTakenNames(applied: readonly string[], stored: readonly Crd[], cluster: Access): void {
  for (const { metadata, spec, status } of stored.filter((each) => applied.includes(each.metadata.name))) {
    const taken = status?.conditions?.find((each) => each.type === 'NamesAccepted' && each.status === 'False');
    if (taken === undefined) continue;
    const isFormer = (other: Crd): boolean =>
      other.spec.group === spec.group && other.spec.names.kind === spec.names.kind;
    const former = stored.filter((other) => isFormer(other) && !applied.includes(other.metadata.name));
    const reason = `the API server does not serve ${metadata.name}: ${taken.message ?? ''}`;
    if (former.length === 0) throw new CommandError('apply the CRDs', reason);
    const names = former.map((each) => each.metadata.name);
    throw new FixedCrdsError(reason, renderDeletion(names, cluster));
  }
}

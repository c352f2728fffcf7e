import { CommandError } from '../report-error.ts';
import { quote } from '../shell.ts';
import type { DevCluster } from './dev-cluster.ts';

/** The API server rejects CRDs, because it does not allow the change in CRDs that are installed. */
export class FixedCrdsError extends CommandError {
  /** The command that deletes these CRDs with their objects. */
  readonly command: string;

  constructor(reason: string, command: string, cause: unknown) {
    super('apply the CRDs', reason, cause);
    this.command = command;
  }
}

const causes = /field is immutable|was previously a storage version/;

/**
 * Renders the command that deletes the CRDs that can change only as new ones. It names the cluster, because the user's
 * kubectl may use another one.
 *
 * @param reason the errors of kubectl
 * @returns undefined if no change is of this kind
 */
export function renderDeletion(
  reason: string,
  cluster: Pick<DevCluster, 'kubeconfig' | 'context'>,
): string | undefined {
  const errors = reason.split(/(?=^The CustomResourceDefinition ")/m).filter((error) => causes.test(error));
  const names = errors.flatMap((error) => /^The CustomResourceDefinition "([^"]+)"/.exec(error)?.[1] ?? []);
  if (names.length === 0) return undefined;
  const { kubeconfig, context = '' } = cluster;
  const access = kubeconfig === undefined ? `--context ${quote(context)}` : `--kubeconfig ${quote(kubeconfig)}`;
  return `kubectl ${access} delete crd ${names.join(' ')}`;
}

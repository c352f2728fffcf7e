import type { OperatorAudit } from '../../support/operator-audit.ts';
import { until } from '../../support/until.ts';

/** Commands that apply objects again, as arguments of kubectl. */
export const applyCommands: readonly { readonly who: string; readonly args: readonly string[] }[] = [
  { who: 'kubectl apply', args: ['apply'] },
  ...['kubectl', 'argocd-controller', 'kustomize-controller', 'helm'].map((manager) => ({
    who: `server-side apply by ${manager}`,
    args: ['apply', '--server-side', '--force-conflicts', `--field-manager=${manager}`],
  })),
];

/**
 * Lists the writes of an operator to its Secret and to objects of these resources while each of its two replicas checks
 * its certificate three times, from the audit log.
 */
export async function listSettledWrites(
  audit: OperatorAudit,
  resources: readonly string[],
): Promise<readonly string[]> {
  const listCalls = async (): Promise<readonly string[]> =>
    (await audit.everywhere())
      .filter(({ objectRef }) => ['secrets', ...resources].includes(objectRef?.resource ?? ''))
      .map(({ verb, objectRef }) => `${verb} ${objectRef?.resource ?? ''}`);
  const countChecks = (calls: readonly string[]): number => calls.filter((call) => call === 'get secrets').length;
  const before = await listCalls();
  const after = await until('each replica has checked three times', async () => {
    const now = await listCalls();
    return countChecks(now) >= countChecks(before) + 6 && now;
  });
  return after.slice(before.length).filter((call) => !/^(get|list) /.test(call));
}

import { isTerminating } from '../../base/index.ts';
import { type ControllerDefinition, findExpiry } from '../declare/index.ts';
import type { Run } from '../write/index.ts';

/**
 * Deletes the reconciled object, unless it is already terminating.
 * @param because the end of the text of the event
 */
export async function deleteOwner(run: Run, because: string | undefined): Promise<void> {
  const { environment, owner, ownerKind } = run;
  if (isTerminating(owner)) return;
  await environment.gateway.delete(run, ownerKind, { child: owner, because });
  run.ownerDeleted = true;
}

/**
 * Deletes the reconciled object if it has expired.
 * @returns whether it has expired, so that there is nothing to reconcile
 */
export async function deleteExpired(definition: ControllerDefinition, run: Run): Promise<boolean> {
  if (isTerminating(run.owner)) return false;
  const expiresAtMs = findExpiry(definition, run.owner);
  if (expiresAtMs === undefined || expiresAtMs > run.environment.clock.now()) return false;
  run.ownerExpired = true;
  await deleteOwner(run, 'it has expired');
  return true;
}

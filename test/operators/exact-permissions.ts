import { expect, inject } from 'vitest';

import type { ClusterFixture } from '../../operator/runtime/fixtures/cluster-fixture.ts';
import type { ControllerDefinition } from '../../operator/runtime/src/reconcile/index.ts';
import { createUserWithOwnRules, omitFallbacks, type UserWithOwnRules } from '../e2e/real-operators/own-rules.ts';

export const patient = { timeout: 60_000, interval: 50 };

/**
 * Creates a user of the shared cluster with exactly the permissions of the controller.
 * @param options `everywhere`: in all namespaces, and for cluster-scoped kinds. @default - in the fixture's namespace
 */
export function createUser(
  definition: ControllerDefinition,
  { client, namespace }: ClusterFixture,
  options: { readonly everywhere?: boolean } = {},
): Promise<UserWithOwnRules> {
  const files = { kubeconfigPath: inject('kubeconfigPath'), auditLogPath: inject('auditLogPath') };
  return createUserWithOwnRules(definition, { client, namespace, ...files, ...options });
}

/** Waits until the audit log shows that every permission was used, and expects that none was missing. */
export async function expectExactPermissions(user: UserWithOwnRules): Promise<void> {
  await expect.poll(async () => omitFallbacks(await user.readUsed()), patient).toEqual(omitFallbacks(user.granted));
  expect(await user.readForbidden()).toEqual([]);
}

import { setTimeout as sleep } from 'node:timers/promises';

import { formatApiVersion, type ObjectKey } from '../../../operator/runtime/src/base/index.ts';
import { type Client, isApiError, buildPath } from '../../../operator/runtime/src/client/index.ts';
import type { Scope } from '../../support/scope.ts';
import type { ChildEdit, ChurnKind } from './churn-kind.ts';
import type { Step } from './plan.ts';

/** A custom resource, and the client that changes it. */
interface Target {
  readonly client: Client;
  readonly kind: ChurnKind;
  readonly key: ObjectKey & { readonly namespace: string };
}

const writers = 8;

/**
 * Runs all steps of a plan, each at its time or as soon as its writer is free. One writer runs all steps of an object.
 */
export async function runPlan({ client, namespace }: Scope, plan: readonly Step[]): Promise<void> {
  const startedAt = performance.now();
  const byWriter = Map.groupBy(plan, ({ name }) => Number(name.replaceAll(/\D/g, '')) % writers);
  const running = [...byWriter.values()].map(async (steps) => {
    for (const step of steps) {
      await sleep(Math.max(0, startedAt + step.atMs - performance.now()));
      await runStep({ client, kind: step.kind, key: { namespace, name: step.name } }, step);
    }
  });
  await Promise.all(running);
}

export async function applyResource({ client, kind: { api }, key }: Target, spec: object): Promise<void> {
  const body = { apiVersion: formatApiVersion(api), kind: api.kind, metadata: key, spec };
  await client.resource(api).apply(body, { fieldManager: 'churn', force: true });
}

/** Runs one step. Rejections are ignored: an earlier step may have deleted or changed the object. */
async function runStep(target: Target, step: Step): Promise<void> {
  try {
    await makeChange(target, step);
  } catch (error) {
    if (![404, 409, 422].some((status) => isApiError(error, status))) throw error;
  }
}

async function makeChange(target: Target, { change }: Step): Promise<void> {
  const { client, kind, key } = target;
  switch (change.type) {
    case 'apply':
      return applyResource(target, change.spec);
    case 'scale':
      return scale(target, change.replicas);
    case 'delete':
      await client.resource(kind.api).delete(key, { propagation: 'Background' });
      return;
    case 'edit child':
      return editChild(target, change.edit);
  }
}

async function scale({ client, kind, key }: Target, replicas: number): Promise<void> {
  const path = buildPath(kind.api, { ...key, subresource: 'scale' });
  const contentType = 'application/merge-patch+json';
  await client.transport.call({ method: 'PATCH', path, contentType, body: { spec: { replicas } } });
}

async function editChild({ client, key }: Target, { kind, formatChildName, patch }: ChildEdit): Promise<void> {
  const child = { namespace: key.namespace, name: formatChildName(key.name) };
  if (patch === undefined) await client.resource(kind).delete(child, { propagation: 'Background' });
  else await client.resource(kind).mergePatch(child, patch, { fieldManager: 'somebody-else' });
}

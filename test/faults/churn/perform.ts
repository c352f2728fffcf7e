import { setTimeout as sleep } from 'node:timers/promises';

import { apiVersionOf, type ObjectKey } from '../../../operator/runtime/src/base/index.ts';
import { type Client, isApiError, pathOf } from '../../../operator/runtime/src/client/index.ts';
import type { Scope } from '../../support/scope.ts';
import type { Churned, Meddling } from './churned.ts';
import type { Step } from './plan.ts';

/** A resource, and where it is. */
interface Place {
  readonly client: Client;
  readonly kind: Churned;
  readonly key: ObjectKey & { readonly namespace: string };
}

const hands = 8;

/** Does all of a plan, each step at its time or as soon as there is a hand for it; those of one resource in order. */
export async function performAll({ client, namespace }: Scope, plan: readonly Step[]): Promise<void> {
  const startedAt = performance.now();
  const byHand = Map.groupBy(plan, ({ name }) => Number(name.replaceAll(/\D/g, '')) % hands);
  const performances = [...byHand.values()].map(async (steps) => {
    for (const step of steps) {
      await sleep(Math.max(0, startedAt + step.atMs - performance.now()));
      await perform({ client, kind: step.kind, key: { namespace, name: step.name } }, step);
    }
  });
  await Promise.all(performances);
}

/** Writes a resource as somebody does who has it in a file. */
export async function write({ client, kind: { api }, key }: Place, spec: object): Promise<void> {
  const body = { apiVersion: apiVersionOf(api), kind: api.kind, metadata: key, spec };
  await client.resource(api).apply(body, { fieldManager: 'churn', force: true });
}

/** Who comes too late, or asks for what cannot be at this moment, is refused; that is part of the churn. */
async function perform(place: Place, step: Step): Promise<void> {
  try {
    await carryOut(place, step);
  } catch (error) {
    if (![404, 409, 422].some((status) => isApiError(error, status))) throw error;
  }
}

async function carryOut(place: Place, { deed }: Step): Promise<void> {
  const { client, kind, key } = place;
  switch (deed.deed) {
    case 'write':
      return write(place, deed.spec);
    case 'scale':
      return scale(place, deed.replicas);
    case 'delete':
      await client.resource(kind.api).delete(key, { propagation: 'Background' });
      return;
    case 'meddle':
      return meddle(place, deed.meddling);
  }
}

async function scale({ client, kind, key }: Place, replicas: number): Promise<void> {
  const path = pathOf(kind.api, { ...key, subresource: 'scale' });
  const contentType = 'application/merge-patch+json';
  await client.transport.call({ method: 'PATCH', path, contentType, body: { spec: { replicas } } });
}

async function meddle({ client, key }: Place, { kind, childOf, patch }: Meddling): Promise<void> {
  const child = { namespace: key.namespace, name: childOf(key.name) };
  if (patch === undefined) await client.resource(kind).delete(child, { propagation: 'Background' });
  else await client.resource(kind).mergePatch(child, patch, { fieldManager: 'meddler' });
}

import { buildPath, type Status } from '../../../operator/runtime/src/client/index.ts';
import type { Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import type { HostileResource } from './hostile-resource.ts';

/** The answer of the API server to an attack. */
export interface Answer extends HostileResource {
  readonly status: number;
  /** Why the API server rejects the object; empty if it accepts it. */
  readonly message: string;
  /** The name under which the object is stored; empty if it is rejected. */
  readonly name: string;
}

/**
 * Number of objects to send at a time. Few, because all kinds are sent at the same time, and other tests share the API
 * server.
 */
const atOnce = 5;

/** Sends all objects, a few at a time. */
export async function sendAll(scope: Scope, resources: readonly HostileResource[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const left = resources.values();
  const sender = async (): Promise<void> => {
    for (const resource of left) answers.push(await send(scope, resource));
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  return answers;
}

async function send({ client, namespace }: Scope, resource: HostileResource): Promise<Answer> {
  const { victim, attack, body } = resource;
  const { fieldValidation } = { fieldValidation: 'Strict' as const, ...attack };
  const path = buildPath(victim.api, { namespace });
  const answer = await until('the API server responds with another status than 429', async () => {
    const response = await client.transport.call({ method: 'POST', path, query: { fieldValidation }, body });
    return response.status !== 429 && response;
  });
  const stored = answer.body as Partial<Status> & { readonly metadata?: { readonly name?: string } };
  const rejected = answer.status >= 400;
  const message = typeof answer.body === 'string' ? answer.body : (stored.message ?? '');
  return { ...resource, status: answer.status, message: rejected ? message : '', name: stored.metadata?.name ?? '' };
}

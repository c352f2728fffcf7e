import { type Clock, type Logger, messageOf } from '../../runtime/base/index.ts';
import { type Client, isApiError } from '../../runtime/client/index.ts';
import { Lease, Node } from '../../runtime/kinds/index.ts';
import { type NodeFacts, nodeLease, nodeObject, nodeStatus } from './node-object.ts';
import { fieldManager } from './pods/index.ts';

/** A kubelet's. The node lifecycle controller gives a node up after 50 s. */
const heartbeatMs = 10_000;
const pollMs = 25;

export interface RegistrationOptions {
  readonly client: Client;
  readonly facts: NodeFacts;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Makes the node known and waits until Pods can be placed on it. One that is there already is taken over. */
export async function register(options: RegistrationOptions, signal: AbortSignal): Promise<void> {
  const { client, facts, clock } = options;
  const nodes = client.resource(Node);
  await nodes.create(nodeObject(facts), { signal }).catch((error: unknown) => {
    if (!isApiError(error, 409)) throw error;
  });
  await beat(options, signal);
  for (;;) {
    const { spec } = await nodes.get({ name: facts.name }, { signal });
    if (spec.taints?.every(({ key }) => !key.startsWith('node.kubernetes.io/')) ?? true) return;
    await clock.sleep(pollMs, signal);
  }
}

/** Shows that the node lives, until `signal` aborts. */
export async function keepAlive(options: RegistrationOptions, signal: AbortSignal): Promise<void> {
  const { clock, logger } = options;
  while (!signal.aborted) {
    await clock.sleep(heartbeatMs, signal).catch(() => undefined);
    await beat(options, signal).catch((error: unknown) => {
      if (!signal.aborted) logger.warn('heartbeat failed', { why: messageOf(error) });
    });
  }
}

async function beat({ client, facts }: RegistrationOptions, signal: AbortSignal): Promise<void> {
  const how = { fieldManager, force: true, signal };
  await client.resource(Lease).apply(nodeLease(facts), how);
  await client.resource(Node).apply(nodeStatus(facts), { ...how, subresource: 'status' });
}

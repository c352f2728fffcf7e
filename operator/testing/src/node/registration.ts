import { type Clock, type Logger, messageOf } from '@kubewright/runtime/internal/base';
import { type Client, isApiError } from '@kubewright/runtime/internal/client';
import { Lease, Node } from '@kubewright/runtime/kinds';
import { type NodeFacts, nodeLease, nodeObject, nodeStatus } from './node-object.ts';
import { fieldManager } from './pods/index.ts';

/**
 * The interval of a kubelet's heartbeats. The node lifecycle controller marks a node as unreachable after 50 s without
 * one.
 */
const heartbeatMs = 10_000;
const pollMs = 25;

export interface RegistrationOptions {
  readonly client: Client;
  readonly facts: NodeFacts;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Registers the node and makes it schedulable; takes over an existing Node object. Removes the taints of a not-ready or
 * unreachable node at once: the node lifecycle controller would do so later.
 */
export async function register(options: RegistrationOptions, signal: AbortSignal): Promise<void> {
  const { client, facts } = options;
  const nodes = client.resource(Node);
  const node = nodeObject(facts);
  await nodes.create(node, { signal }).catch((error: unknown) => {
    if (!isApiError(error, 409)) throw error;
  });
  await sendFirstHeartbeat(options, signal);
  await nodes.mergePatch({ name: facts.name }, { spec: node.spec }, { signal, fieldManager });
}

/** Sends heartbeats until `signal` aborts. */
export async function keepAlive(options: RegistrationOptions, signal: AbortSignal): Promise<void> {
  const { clock, logger } = options;
  while (!signal.aborted) {
    await clock.sleep(heartbeatMs, signal).catch(() => undefined);
    await beat(options, signal).catch((error: unknown) => {
      if (!signal.aborted) logger.warn('heartbeat failed', { why: messageOf(error) });
    });
  }
}

/**
 * Sends the first heartbeat, with retries: a new API server creates the namespace of the Leases shortly after it is
 * ready.
 */
async function sendFirstHeartbeat(options: RegistrationOptions, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await beat(options, signal);
      return;
    } catch (error) {
      if (!isApiError(error, 404)) throw error;
      await options.clock.sleep(pollMs, signal);
    }
  }
}

async function beat({ client, facts }: RegistrationOptions, signal: AbortSignal): Promise<void> {
  const how = { fieldManager, force: true, signal };
  await client.resource(Lease).apply(nodeLease(facts), how);
  await client.resource(Node).apply(nodeStatus(facts), { ...how, subresource: 'status' });
}

import { join } from 'node:path';

import {
  combineSignals,
  type Clock,
  createDeadline,
  formatKey,
  type Logger,
  OperatorError,
  systemClock,
  formatTimestamp,
} from '@kubewright/runtime/internal/base';
import { type Client, connect } from '@kubewright/runtime/internal/client';
import { Pod } from '@kubewright/runtime/kinds';
import { createFileLog } from '../file-log.ts';
import { defaultImages } from '../images/default-images.ts';
import { type KubeletServer, startKubelet } from '../kubelet/index.ts';
import { readWholeLog } from '../logs/log-files.ts';
import { Addresses } from './addresses.ts';
import { allocatable, keepAlive, register, type RegistrationOptions } from './registration.ts';
import { buildPlacementPolicy, getPolicyKinds, probeImage, waitUntilPlaced } from './placement.ts';
import { createNodePods } from './node-pods.ts';
import { createPodApi, fieldManager, type PodContext, runAgent, RunBook } from './pods/index.ts';
import type { NodeControlPlane, NodeOptions, RealNode } from './real-node.ts';
import { ServiceNetwork } from './services/service-network.ts';
import { hasMountNamespaces } from './volumes/index.ts';

const defaults = {
  images: defaultImages,
  restartBackoffMs: 1_000,
  volumeSyncMs: 5_000,
} as const satisfies NodeOptions;

const nodeName = 'processes';
const longestBackoffMs = 300_000;
const startWithinMs = 30_000;

type Settings = Required<Omit<NodeOptions, 'signal'>> & Pick<NodeOptions, 'signal'>;

interface NodeParts {
  readonly controlPlane: NodeControlPlane;
  readonly settings: Settings;
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly addresses: Addresses;
  readonly book: RunBook;
  readonly network: ServiceNetwork;
  readonly registration: RegistrationOptions;
  readonly kubelet: KubeletServer;
}

/**
 * Adds a node to the control plane that really runs Pods. Every Pod with an image in `images` is placed there, and no
 * other Pod. When it resolves, the node is ready and new Pods are placed on it. Throws: on systems where loopback has
 * only one address (macOS); if the node is not ready after 30 s.
 */
export async function startNode(controlPlane: NodeControlPlane, options: NodeOptions = {}): Promise<RealNode> {
  const mountNamespaces = options.mountNamespaces ?? (await hasMountNamespaces());
  const parts = await createParts(controlPlane, { ...defaults, ...options, mountNamespaces });
  const { client } = parts;
  try {
    await registerNode(parts);
  } catch (error) {
    await parts.kubelet[Symbol.asyncDispose]();
    await client.transport.close();
    throw error;
  }
  const stop = new AbortController();
  const ended = run(parts, stop.signal);
  return {
    name: nodeName,
    ...createMethods(parts),
    async [Symbol.asyncDispose]() {
      stop.abort();
      // The kubelet server ends after the processes, so that clients that follow a log get its end.
      await ended;
      await parts.kubelet[Symbol.asyncDispose]();
      await client.transport.close();
    },
  };
}

function getDirectory({ directory }: NodeControlPlane): string {
  return join(directory, 'node');
}

async function createParts(controlPlane: NodeControlPlane, settings: Settings): Promise<NodeParts> {
  const clock = systemClock;
  const logger = createFileLog(join(getDirectory(controlPlane), 'node.log'));
  const addresses = new Addresses(controlPlane.subnet);
  const { client } = await connect({ kubeconfig: controlPlane.kubeconfigPath, clock });
  const book = new RunBook();
  const host = createNodePods({ book, clock, addresses, directory: getDirectory(controlPlane) });
  const kubelet = await startKubelet({ identity: controlPlane.kubeletIdentity, host, clock, logger });
  const network = new ServiceNetwork({ client, addresses, clock, logger });
  const facts = {
    name: nodeName,
    hostIP: addresses.host.shown,
    version: controlPlane.versions.kubernetes,
    readySince: formatTimestamp(clock),
    kubeletPort: kubelet.port,
    clock,
  };
  const registration = { client, facts, clock, logger };
  return { controlPlane, settings, client, clock, logger, addresses, book, network, registration, kubelet };
}

/** Registers the node and its placement policy, and waits until both are in effect. */
async function registerNode(parts: NodeParts): Promise<void> {
  const { settings, client, clock } = parts;
  using limit = createDeadline(clock, { what: 'start the node', afterMs: startWithinMs });
  const signal = combineSignals(limit.signal, settings.signal);
  const placed = async (): Promise<void> => {
    const kinds = getPolicyKinds(parts.controlPlane.versions.kubernetes);
    const [policy, binding] = buildPlacementPolicy(settings.images, kinds);
    await client.resource(kinds.policy).apply(policy, { fieldManager, force: true, signal });
    await client.resource(kinds.binding).apply(binding, { fieldManager, force: true, signal });
    await waitUntilPlaced(probeImage(settings.images), { client, clock }, signal);
  };
  await Promise.all([register(parts.registration, signal), placed()]);
}

/** Runs all components until `signal` aborts. */
async function run(parts: NodeParts, signal: AbortSignal): Promise<void> {
  const { client, book, network } = parts;
  using _ = parts.controlPlane.connectNetwork(network);
  await Promise.all([
    keepAlive(parts.registration, signal),
    runAgent({ nodeName, pods: client.resource(Pod), context: createPodContext(parts), book }, signal),
    network.run(signal),
  ]);
}

function createPodContext(parts: NodeParts): PodContext {
  const { controlPlane, settings, client, clock, logger, addresses, network } = parts;
  const { hostname, port } = new URL(controlPlane.serverUrl);
  return {
    api: createPodApi(client, nodeName),
    processes: controlPlane.processes,
    images: settings.images,
    addresses,
    resolveAddress: ({ namespace, service, port }) => network.resolveAddress(namespace, service, port),
    place: { hostIP: addresses.host.shown, allocatable },
    given: { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port, KUBERNETES_SERVICE_PORT_HTTPS: port },
    directory: getDirectory(controlPlane),
    hasNamespaces: settings.mountNamespaces,
    backoff: { baseMs: settings.restartBackoffMs, maxMs: longestBackoffMs },
    volumeSyncMs: settings.volumeSyncMs,
    clock,
    logger,
  };
}

function createMethods({ addresses, book, network }: NodeParts): Omit<RealNode, 'name' | keyof AsyncDisposable> {
  return {
    async log(namespace, pod, container) {
      const file = book.findLogFile(namespace, pod, container);
      if (file !== undefined) return readWholeLog(file);
      throw new OperatorError('CLUSTER_FAILED', 'find a log', {
        hint: `container ${container} of ${formatKey({ namespace, name: pod })} has not run on this node`,
      });
    },
    findPid: (...container) => book.findPid(...container),
    assertRan(pod) {
      if (book.hasRun(pod)) return;
      const { namespace, name } = pod.metadata;
      throw new OperatorError(
        'TEST_FAILED',
        `find the containers of ${formatKey({ name, ...(namespace && { namespace }) })}`,
        {
          hint: `the Pod has not run on this node; it is assigned to ${pod.spec.nodeName ?? 'no node'}. Is its image mapped?`,
        },
      );
    },
    nodePortAddress: (nodePort) => ({ host: addresses.host.loopback, port: nodePort }),
    serviceAddress: ({ namespace = 'default', name }, port) => network.resolveAddress(namespace, name, port),
  };
}

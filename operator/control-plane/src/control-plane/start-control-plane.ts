import { join } from 'node:path';

import { systemClock } from '@kubewright/runtime/internal/base';
import { startProcesses } from '../processes/index.ts';
import { openAdminClient } from '../admin-client.ts';
import { bindClaims, defaultClass } from '../claim-folders.ts';
import { createFileLog } from '../file-log.ts';
import { findBinaries } from './binaries/find-binaries.ts';
import { readPins } from './binaries/pins.ts';
import { readServerVersion } from './binaries/server-version.ts';
import type { BinaryName } from './binaries/binary.ts';
import { createObject } from './bootstrap.ts';
import { ComponentError } from './components/component.ts';
import type { BootstrapObject } from './components/kwok.ts';
import { serviceRange } from './components/kube-apiserver.ts';
import type { ControlPlane, ControlPlaneOptions, ControlPlaneVersions, OptionalComponents } from './control-plane.ts';
import { Egress } from './egress/egress.ts';
import { startParts, stopParts, type Urls } from './parts.ts';
import type { PartsContext } from './parts-context.ts';
import { openPki } from './pki/pki.ts';
import { silent } from './progress.ts';
import { runningControlPlane } from './running-control-plane.ts';
import { openServerClient } from './server-client.ts';
import { openStateDirectory, type StateDirectory } from './state-directory.ts';
import { claimSubnet } from './subnet.ts';
import { Teardown } from './teardown.ts';

/**
 * How long the components may take to stop if their data is kept, in milliseconds; otherwise they are killed at once.
 */
const retainedGraceMs = 5_000;

/** Builds objects for a version of Kubernetes, such as `1.36.4`. */
export type BuildObjects = (kubernetes: string) => readonly BootstrapObject[];

/**
 * Starts a real Kubernetes control plane in about 3 s once the binaries exist (see `findBinaries` for their sources; a
 * build takes minutes, once per machine).
 *
 * Throws: if the binaries are missing; if a part does not start (with the end of its log); if `stateDirectory` is in
 * use; the reason of `signal`. In each case it stops all parts and removes a temporary directory.
 */
export function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  return startWithObjects(options, () => []);
}

/**
 * Starts a control plane and applies objects as soon as the API server answers, while the other components start.
 *
 * Throws: the errors of `startControlPlane`; if the API server rejects an object.
 */
export async function startWithObjects(
  options: ControlPlaneOptions,
  buildObjects: BuildObjects,
): Promise<ControlPlane> {
  await using teardown = new Teardown();
  try {
    const directory = await openStateDirectory(options.stateDirectory);
    teardown.defer(() => directory.close());
    const context = await prepare(options, directory, teardown);
    const subnet = await claimSubnet();
    if (subnet) teardown.use(subnet);
    teardown.defer(() => stopParts(context, directory.isRetained ? retainedGraceMs : 0));
    const objects = buildObjects(context.versionOfServer);
    const urls = await startParts(context, objects).catch((error: unknown) => explainFailure(error, directory));
    if (options.components?.controllerManager !== false) teardown.use(await startClaims(context, urls));
    const versions = await readVersions(context, urls);
    const running = { ...context, ...urls, versions, subnet: subnet?.prefix, teardown: teardown.move() };
    return runningControlPlane(running);
  } catch (error) {
    options.signal?.throwIfAborted();
    throw error;
  }
}

/** Says how to begin with new data if that of an earlier run may be why a part does not start. */
function explainFailure(error: unknown, { hasData, etcdData }: StateDirectory): never {
  if (hasData && error instanceof ComponentError)
    error.message += `\nIf this recurs, the data of the last run may be damaged, or from a newer Kubernetes: delete ${etcdData}, and with it all objects`;
  throw error;
}

async function prepare(
  options: ControlPlaneOptions,
  directory: StateDirectory,
  teardown: Teardown,
): Promise<PartsContext> {
  const { onProgress = silent, signal, components, kubernetesVersion: version } = options;
  const [binaries, pki] = await Promise.all([
    findBinaries({ needed: listNeededBinaries(components), onProgress, version, ...(signal && { signal }) }),
    openPki(directory.pki),
  ]);
  const processes = teardown.use(
    await startProcesses({ directory: directory.path, isTemporary: !directory.isRetained }),
  );
  const etcdClient = teardown.use(await openServerClient(pki.etcdCa, pki.etcdClient));
  const client = teardown.use(await openServerClient(pki.ca, pki.clients.admin));
  const egress = new Egress(serviceRange);
  const versionOfServer = await readServerVersion(binaries['kube-apiserver']);
  const shared = { options, binaries, versionOfServer, directory, pki, processes };
  return { ...shared, etcdClient, client, egress, teardown, parts: new Map() };
}

/** Provides folders for PersistentVolumeClaims. Runs only with the real controllers, which bind the claims. */
async function startClaims({ directory, pki, client: server }: PartsContext, { serverUrl }: Urls) {
  await createObject(server, `${serverUrl}/apis/storage.k8s.io/v1/storageclasses`, defaultClass);
  const files = { ca: pki.ca.certificate, ...pki.clients.admin };
  const client = await openAdminClient({ serverUrl, files, userAgent: 'kubewright-claims' });
  const logger = createFileLog(join(directory.logs, 'claims.log'));
  const stop = new AbortController();
  const volumes = join(directory.path, 'volumes');
  const ended = bindClaims({ client, directory: volumes, clock: systemClock, logger }, stop.signal);
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended;
      await client.transport.close();
    },
  };
}

function listNeededBinaries(components: OptionalComponents = {}): BinaryName[] {
  const { controllerManager = true, scheduler = true, kwok = true } = components;
  return [
    'etcd',
    'kube-apiserver',
    'kubectl',
    ...(controllerManager ? (['kube-controller-manager'] as const) : []),
    ...(scheduler ? (['kube-scheduler'] as const) : []),
    ...(kwok ? (['kwok'] as const) : []),
  ];
}

async function readVersions({ client, etcdClient }: PartsContext, urls: Urls): Promise<ControlPlaneVersions> {
  const [server, storage, pins] = await Promise.all([
    client.call(`${urls.serverUrl}/version`),
    etcdClient.call(`${urls.etcdUrl}/version`),
    readPins(),
  ]);
  const { gitVersion } = JSON.parse(server.text) as { gitVersion: string };
  const { etcdserver } = JSON.parse(storage.text) as { etcdserver: string };
  return { kubernetes: gitVersion, etcd: `v${etcdserver}`, kwok: `v${pins.kwok}` };
}

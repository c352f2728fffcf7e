import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { silentLogger, systemClock } from '@kubewright/runtime/internal/base';
import { openAdminClient } from '../admin-client.ts';
import { createFileLog } from '../file-log.ts';
import { simulatedPods, startKubelet, type KubeletIdentity } from '../kubelet/index.ts';
import type { Processes } from '../processes/index.ts';
import type { Binaries } from './binaries/binary.ts';
import { admitPods, applyObjects } from './bootstrap.ts';
import { apiServerUrl, kubeApiServer } from './components/kube-apiserver.ts';
import { auditPolicy } from './audit-log.ts';
import { etcd, etcdUrl } from './components/etcd.ts';
import { kubeControllerManager } from './components/kube-controller-manager.ts';
import { kubeScheduler } from './components/kube-scheduler.ts';
import { kwok } from './components/kwok.ts';
import { kwokConfig } from './components/kwok-stages.ts';
import { kwokNodeName, kwokObjects } from './components/kwok-objects.ts';
import { ManagedComponent } from './components/managed-component.ts';
import type { Component, ComponentName } from './components/component.ts';
import type { ControlPlaneOptions } from './control-plane.ts';
import type { Egress } from './egress/egress.ts';
import { egressSelectorConfiguration, startConnectProxy } from './egress/connect-proxy.ts';
import { openSocketPath } from './egress/socket-path.ts';
import { writeKubeconfig } from './pki/kubeconfig.ts';
import type { ClientName, Pki } from './pki/pki.ts';
import { startPodDeletion } from './pod-deletion.ts';
import { silent } from './progress.ts';
import type { ServerClient } from './server-client.ts';
import type { StateDirectory } from './state-directory.ts';
import type { Teardown } from './teardown.ts';

export interface PartsContext {
  readonly options: ControlPlaneOptions;
  readonly binaries: Binaries;
  readonly directory: StateDirectory;
  readonly pki: Pki;
  readonly processes: Processes;
  /** Calls etcd as the API server does. */
  readonly etcdClient: ServerClient;
  /** Calls the API server as administrator. */
  readonly client: ServerClient;
  /** Where the API server's connections to Pods and Services lead. */
  readonly egress: Egress;
  /** What is disposed at the end. */
  readonly teardown: Teardown;
  /** Filled as parts are started. */
  readonly parts: Parts;
}

/** The parts that have been started, by name. */
export type Parts = Map<ComponentName, ManagedComponent>;

export interface Urls {
  readonly etcdUrl: string;
  readonly serverUrl: string;
}

/** Starts all parts that are not switched off, each as soon as what it calls is ready. */
export async function startParts(context: PartsContext): Promise<Urls> {
  const storage = await startPart(context, etcdOf(context));
  const url = etcdUrl(storage.ports[0]);
  const server = await startPart(context, await apiServerOf(context, url));
  const serverUrl = apiServerUrl(server.ports[0]);
  await writeKubeconfigOf(context, 'admin', serverUrl);
  const { controllerManager = true, scheduler = true, kwok: simulates = true } = context.options.components ?? {};
  await Promise.all([
    controllerManager && controllerManagerOf(context, serverUrl).then((part) => startPart(context, part)),
    scheduler && schedulerOf(context, serverUrl).then((part) => startPart(context, part)),
    simulates && kwokOf(context, serverUrl).then((part) => startPart(context, part)),
  ]);
  return { etcdUrl: url, serverUrl };
}

async function startPart(context: PartsContext, component: Component): Promise<ManagedComponent> {
  const { onProgress = silent, onComponentExit, extraArgs, signal } = context.options;
  const extra = extraArgs?.[component.name] ?? [];
  const part = new ManagedComponent(
    { ...component, args: (ports) => [...component.args(ports), ...extra] },
    {
      processes: context.processes,
      logDirectory: context.directory.logs,
      ...(onComponentExit && { onExit: onComponentExit }),
    },
  );
  context.parts.set(component.name, part);
  onProgress({ step: `starting ${component.name}` });
  await part.start(signal);
  return part;
}

/** Stops all parts, callers before what they call; `graceMs` for each. */
export async function stopParts(parts: Parts, graceMs: number): Promise<void> {
  const callersFirst = [...parts.values()].toReversed();
  if (graceMs === 0) await Promise.all(callersFirst.map((part) => part.stop(0)));
  else for (const part of callersFirst) await part.stop(graceMs);
}

function etcdOf({ binaries, directory, pki, etcdClient }: PartsContext): Component {
  return etcd({ command: binaries.etcd, dataDirectory: directory.etcdData, pki, client: etcdClient });
}

async function apiServerOf(context: PartsContext, url: string): Promise<Component> {
  const { binaries, directory, pki, client, options } = context;
  await writeFile(directory.auditPolicy, auditPolicy());
  await writeFile(directory.egressSelector, egressSelectorConfiguration(await proxyOf(context)));
  return kubeApiServer({
    command: binaries['kube-apiserver'],
    pki,
    etcdUrl: url,
    auditLog: directory.auditLog,
    auditPolicy: directory.auditPolicy,
    egressSelector: directory.egressSelector,
    featureGates: options.featureGates ?? {},
    client,
  });
}

/** Returns the path of its socket. */
async function proxyOf({ directory, egress, teardown }: PartsContext): Promise<string> {
  const { path } = teardown.use(await openSocketPath(directory.path));
  teardown.use(await startConnectProxy({ socketPath: path, route: (target) => egress.route(target) }));
  return path;
}

async function controllerManagerOf(context: PartsContext, serverUrl: string): Promise<Component> {
  const { binaries, pki, client } = context;
  const kubeconfig = await writeKubeconfigOf(context, 'controller-manager', serverUrl);
  return kubeControllerManager({ command: binaries['kube-controller-manager'], kubeconfig, pki, serverUrl, client });
}

async function schedulerOf(context: PartsContext, serverUrl: string): Promise<Component> {
  const kubeconfig = await writeKubeconfigOf(context, 'scheduler', serverUrl);
  return kubeScheduler({ command: context.binaries['kube-scheduler'], kubeconfig });
}

async function kwokOf(context: PartsContext, serverUrl: string): Promise<Component> {
  const { binaries, directory, client, options } = context;
  const kubeconfig = await writeKubeconfigOf(context, 'kwok', serverUrl);
  await writeFile(directory.kwokConfig, kwokConfig());
  const kubelet = await startKubelet({
    identity: kubeletIdentityOf(context.pki),
    host: simulatedPods,
    clock: systemClock,
    logger: silentLogger,
  });
  context.teardown.use(kubelet);
  await applyObjects(client, serverUrl, kwokObjects(kubelet.port));
  context.teardown.use(await podDeletionOf(context, serverUrl));
  if (options.components?.controllerManager === false) await admitPods(client, serverUrl, kwokNodeName);
  return kwok({ command: binaries.kwok, kubeconfig, config: directory.kwokConfig, serverUrl, client });
}

async function podDeletionOf({ pki, directory }: PartsContext, serverUrl: string): Promise<AsyncDisposable> {
  const files = { ca: pki.ca.certificate, ...pki.clients.admin };
  const client = await openAdminClient({ serverUrl, files, userAgent: 'kubewright-simulated-node' });
  const logger = createFileLog(join(directory.logs, 'simulated-node.log'));
  const deletion = startPodDeletion({ client, nodeName: kwokNodeName, clock: systemClock, logger });
  return {
    async [Symbol.asyncDispose]() {
      await deletion[Symbol.asyncDispose]();
      await client.transport.close();
    },
  };
}

/**
 * The certificate by which the kubelets of a control plane authenticate, and the authority whose clients they accept.
 */
export function kubeletIdentityOf({ kubelet, kubeletCa }: Pki): KubeletIdentity {
  return { ...kubelet, clientCa: kubeletCa.certificate };
}

async function writeKubeconfigOf(
  { directory, pki }: PartsContext,
  client: ClientName,
  server: string,
): Promise<string> {
  const path = directory.kubeconfig(client);
  await writeKubeconfig(path, { pki, client, server });
  return path;
}

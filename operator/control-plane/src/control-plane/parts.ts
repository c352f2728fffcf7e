import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { silentLogger, systemClock } from '@kubewright/runtime/internal/base';
import { openAdminClient } from '../admin-client.ts';
import { createFileLog } from '../file-log.ts';
import { simulatedPods, startKubelet, type KubeletIdentity } from '../kubelet/index.ts';
import { admitPods, applyObjects } from './bootstrap.ts';
import { buildApiServerUrl, createKubeApiServer } from './components/kube-apiserver.ts';
import { renderAuditPolicy } from './audit-log.ts';
import { createEtcd, buildEtcdUrl } from './components/etcd.ts';
import { createKubeControllerManager } from './components/kube-controller-manager.ts';
import { createKubeScheduler } from './components/kube-scheduler.ts';
import { type BootstrapObject, createKwok, kwokNodeName, kwokObjects } from './components/kwok.ts';
import { renderKwokConfig } from './components/kwok-stages.ts';
import { ManagedComponent } from './components/managed-component.ts';
import type { Component } from './components/component.ts';
import { renderEgressConfiguration, startConnectProxy, openSocketPath } from './egress/connect-proxy.ts';
import { writeKubeconfig } from './pki/kubeconfig.ts';
import type { Caller, PartsContext } from './parts-context.ts';
import type { ClientName, Pki } from './pki/pki.ts';
import { startPodDeletion } from './pod-deletion.ts';
import { silent } from './progress.ts';

export interface Urls {
  readonly etcdUrl: string;
  readonly serverUrl: string;
}

/**
 * Starts all enabled components, each as soon as its dependencies are ready.
 * @param objects applied once the API server is ready
 */
export async function startParts(context: PartsContext, objects: readonly BootstrapObject[]): Promise<Urls> {
  const storage = await startPart(context, createEtcd(context));
  const url = buildEtcdUrl(storage.ports[0]);
  await prepareApiServer(context);
  const server = await startPart(context, createKubeApiServer(context, url));
  const serverUrl = buildApiServerUrl(server.ports[0]);
  await callerOf(context, 'admin', serverUrl);
  const { controllerManager = true, scheduler = true, kwok: simulates = true } = context.options.components ?? {};
  const startCaller = async (name: ClientName, of: (caller: Caller) => Component): Promise<void> => {
    await startPart(context, of(await callerOf(context, name, serverUrl)));
  };
  await Promise.all([
    applyObjects(context.client, serverUrl, objects),
    controllerManager && startCaller('controller-manager', (caller) => createKubeControllerManager(context, caller)),
    scheduler && startCaller('scheduler', (caller) => createKubeScheduler(context, caller)),
    simulates &&
      prepareKwok(context, serverUrl).then(() => startCaller('kwok', (caller) => createKwok(context, caller))),
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

/**
 * Stops all components, callers before their dependencies.
 * @param graceMs the time between SIGTERM and SIGKILL for each of them
 */
export async function stopParts({ parts }: PartsContext, graceMs: number): Promise<void> {
  const callersFirst = [...parts.values()].toReversed();
  if (graceMs === 0) await Promise.all(callersFirst.map((part) => part.stop(0)));
  else for (const part of callersFirst) await part.stop(graceMs);
}

async function prepareApiServer(context: PartsContext): Promise<void> {
  const { directory } = context;
  await writeFile(directory.auditPolicy, renderAuditPolicy());
  await writeFile(directory.egressSelector, renderEgressConfiguration(await startProxy(context)));
}

/** Starts the proxy for connections to Pods and Services. Returns the path of its socket. */
async function startProxy({ directory, egress, teardown }: PartsContext): Promise<string> {
  const { path } = teardown.use(await openSocketPath(directory.path));
  teardown.use(await startConnectProxy({ socketPath: path, route: (target) => egress.route(target) }));
  return path;
}

async function prepareKwok(context: PartsContext, serverUrl: string): Promise<void> {
  const { directory, client, options } = context;
  await writeFile(directory.kwokConfig, renderKwokConfig());
  const kubelet = await startKubelet({
    identity: buildKubeletIdentity(context.pki),
    host: simulatedPods,
    clock: systemClock,
    logger: silentLogger,
  });
  context.teardown.use(kubelet);
  await applyObjects(client, serverUrl, kwokObjects(kubelet.port));
  context.teardown.use(await openPodDeletion(context, serverUrl));
  if (options.components?.controllerManager === false) await admitPods(client, serverUrl, kwokNodeName);
}

async function openPodDeletion({ pki, directory }: PartsContext, serverUrl: string): Promise<AsyncDisposable> {
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

/** The certificate of a control plane's kubelets, and the CA that has to sign the certificates of their clients. */
export function buildKubeletIdentity({ kubelet, kubeletCa }: Pki): KubeletIdentity {
  return { ...kubelet, clientCa: kubeletCa.certificate };
}

async function callerOf({ directory, pki }: PartsContext, client: ClientName, serverUrl: string): Promise<Caller> {
  const kubeconfig = directory.getKubeconfigPath(client);
  await writeKubeconfig(kubeconfig, { pki, client, server: serverUrl });
  return { kubeconfig, serverUrl };
}

import { randomBytes } from 'node:crypto';

import { silentLogger, systemClock } from '@kubewright/runtime/internal/base';
import { createConversions } from '@kubewright/runtime/internal/conversion';
import { type Client, connect, isApiError, unchecked } from '@kubewright/runtime/internal/client';
import { CustomResourceDefinition, Namespace, ServiceAccount } from '@kubewright/runtime/kinds';
import type { ControlPlane } from '@kubewright/testing';
import { bars } from './bars.ts';
import { type ConversionWebhook, serveConversions } from './conversion-webhook.ts';
import { type ContractServer, Gadget, buildGadget, awaitSoon } from './contract.ts';

/** The real API server of a control plane, with the kind Gadget and a compacted history. */
export interface RealServer extends AsyncDisposable {
  readonly client: Client;
  /** Creates a namespace for a case, in which Pods can be created. */
  scope(): Promise<ContractServer>;
}

/**
 * Prepares the API server of a control plane, with or without controllers, for the contract cases. Compacts its
 * history, which requires a restart.
 * @param watchList whether its watches can start with the existing objects
 */
export async function serveContract(controlPlane: ControlPlane, watchList: boolean): Promise<RealServer> {
  const { client } = await connect({ kubeconfig: controlPlane.kubeconfigPath, clock: systemClock });
  const webhook = await serveBars();
  const { conversionReviewVersions } = bars.webhook;
  const { clientConfig } = webhook;
  const conversion = { strategy: 'Webhook', webhook: { conversionReviewVersions, clientConfig } } as const;
  const barCrd = { ...bars.crd, spec: { ...bars.crd.spec, conversion } };
  for (const crd of [Gadget.crd, barCrd]) {
    await client.resource(CustomResourceDefinition).create(crd);
    await controlPlane.kubectl(['wait', '--for=condition=Established', `crd/${crd.metadata.name}`]);
  }
  const forgotten = await forgetGadget(client, controlPlane);
  return {
    client,
    async scope() {
      const namespace = `contract-${randomBytes(4).toString('hex')}`;
      await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
      if (hasControllers(controlPlane)) await awaitSoon(() => isAcceptingPods(client, namespace));
      else await client.resource(ServiceAccount).create({ metadata: { namespace, name: 'default' } });
      return {
        client,
        namespace,
        watchList,
        forgottenVersion: async () => forgotten,
      };
    },
    async [Symbol.asyncDispose]() {
      await client.transport.close();
      await webhook[Symbol.asyncDispose]();
    },
  };
}

/** Starts the conversion webhook of Bar, which converts as an operator would. */
function serveBars(): Promise<ConversionWebhook> {
  const answer = createConversions({ conversions: [bars], clock: systemClock, logger: silentLogger });
  const { path } = bars.webhook;
  return serveConversions(async (body) => (await answer({ path, body, query: new URLSearchParams() })).body);
}

async function forgetGadget(client: Client, controlPlane: ControlPlane): Promise<string> {
  const gadgets = client.resource(unchecked(Gadget));
  const { metadata } = await gadgets.create(buildGadget({ namespace: 'default' }, 'forgotten'));
  await gadgets.delete({ namespace: 'default', name: 'forgotten' }, { propagation: 'Background' });
  await controlPlane.forgetHistory();
  // Waits, because the API server is ready before its watch cache of a custom resource is.
  await awaitSoon(() => gadgets.list().then(() => true, isBusy));
  // Restarts the controllers, which would back off while the API server is down.
  if (hasControllers(controlPlane)) await controlPlane.restart('kube-controller-manager');
  return metadata.resourceVersion;
}

const hasControllers = ({ logs }: ControlPlane): boolean => 'kube-controller-manager' in logs;

/** Whether a controller has created the ServiceAccount of a namespace, which every Pod needs. */
async function isAcceptingPods(client: Client, namespace: string): Promise<boolean> {
  return (await client.resource(ServiceAccount).tryGet({ namespace, name: 'default' })) !== undefined;
}

function isBusy(error: unknown): boolean {
  if (isApiError(error, 429) || isApiError(error, 503)) return false;
  throw error;
}

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

import { formatApiVersion, type Kind } from '../../../operator/runtime/src/base/index.ts';
import type { Client } from '../../../operator/runtime/src/client/index.ts';

const webhookKind: Kind = {
  ...{ group: 'admissionregistration.k8s.io', version: 'v1', namespaced: false },
  ...{ kind: 'ValidatingWebhookConfiguration', plural: 'validatingwebhookconfigurations' },
};

/** How long the API server waits for the webhook, in milliseconds. */
const webhookTimeoutMs = 10_000;

export interface SilentWebhook extends AsyncDisposable {
  /** The number of calls from the API server so far. */
  readonly calls: number;
}

/** Makes each attempt to create one CronJob hang until the API server's timeout for the webhook, and then fail. */
export async function startSilentWebhook(
  client: Client,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): Promise<SilentWebhook> {
  let calls = 0;
  const server = createServer((socket) => {
    calls += 1;
    socket.on('error', () => undefined).resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const webhook = {
    name: 'silent.example.com',
    clientConfig: { url: `https://127.0.0.1:${String(port)}/` },
    rules: [{ apiGroups: ['batch'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['cronjobs'] }],
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
    matchConditions: [{ name: 'only', expression: `request.name == "${name}"` }],
    timeoutSeconds: webhookTimeoutMs / 1000,
    failurePolicy: 'Fail',
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  };
  await client.resource(webhookKind).create({
    ...{ apiVersion: formatApiVersion(webhookKind), kind: webhookKind.kind, metadata: { name: namespace } },
    ...{ webhooks: [webhook] },
  });
  return {
    get calls() {
      return calls;
    },
    async [Symbol.asyncDispose]() {
      await client.resource(webhookKind).delete({ name: namespace }, { propagation: 'Background' });
      server.close();
    },
  };
}

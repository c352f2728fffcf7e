import { setTimeout } from 'node:timers/promises';

import { getMessage } from '../../report-error.ts';
import { fieldManager } from '../apply.ts';
import type { DevCluster } from '../dev-cluster.ts';
import type { WebhookEndpoint } from './endpoint.ts';

interface ProbeOptions {
  readonly cluster: DevCluster;
  readonly endpoint: WebhookEndpoint;
  /** Label that only objects of this `kubewright dev` process have. */
  readonly label: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** An API server calls a new webhook only after a delay. */
const giveUpAfterMs = 10_000;

/**
 * Registers a webhook for ConfigMaps with the label, and creates such a ConfigMap in a dry run, so that the API server
 * calls this machine.
 * @returns the reason if the API server cannot call; undefined if it can, or if the user may not create ConfigMaps
 */
export async function findObstacle(options: ProbeOptions): Promise<string | undefined> {
  const { cluster, endpoint, label } = options;
  await using probe = await endpoint.openProbe();
  const configuration = renderConfiguration(endpoint, label);
  const { name } = configuration.metadata;
  try {
    await cluster.kubectl(['apply', '--server-side', fieldManager, '-f', '-'], JSON.stringify(configuration));
    return await callUntilAnswered(options, probe);
  } finally {
    await cluster.cleanUp(['delete', configuration.kind, name, '--ignore-not-found']);
  }
}

async function callUntilAnswered(
  { cluster, label, signal }: ProbeOptions,
  probe: { readonly isCalled: boolean },
): Promise<string | undefined> {
  const metadata = { name: 'kubewright-dev-probe', labels: label };
  const object = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
  const giveUpAtMs = Date.now() + giveUpAfterMs;
  while (Date.now() < giveUpAtMs) {
    const failure = await cluster.kubectl(['create', '--dry-run=server', '-f', '-'], object).then(
      () => '',
      (error: unknown) => getMessage(error),
    );
    if (probe.isCalled) return undefined;
    const [, reason] = /failed to call webhook: (.*)/.exec(failure) ?? [];
    if (reason !== undefined) return reason;
    if (failure !== '') return undefined;
    await setTimeout(200, undefined, { signal });
  }
  return `it did not call the test webhook within ${String(giveUpAfterMs / 1000)} s`;
}

function renderConfiguration({ url, caBundle }: WebhookEndpoint, label: ProbeOptions['label']) {
  const webhook = {
    name: 'probe.kubewright.dev',
    clientConfig: { url: `${url}/probe`, caBundle },
    rules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['CREATE'] }],
    objectSelector: { matchLabels: label },
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    failurePolicy: 'Fail',
    timeoutSeconds: 5,
  };
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: `kubewright-dev-probe-${Object.values(label).join('-')}`, labels: label },
    webhooks: [webhook],
  };
}

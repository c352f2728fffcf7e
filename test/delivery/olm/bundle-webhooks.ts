import type { OlmBundle } from '@kubewright/infra/olm';

import type { Manifest } from '../../support/manifests.ts';
import { getInstallStrategy, type InstallTarget } from './install-strategy.ts';

/** A webhook in a ClusterServiceVersion. */
interface WebhookDefinition {
  readonly type: 'ConversionWebhook' | 'MutatingAdmissionWebhook' | 'ValidatingAdmissionWebhook';
  readonly generateName: string;
  readonly deploymentName: string;
  readonly containerPort: number;
  readonly targetPort: number;
  readonly webhookPath: string;
  readonly admissionReviewVersions: readonly string[];
  readonly conversionCRDs?: readonly string[];
}

function listWebhookDefinitions({ clusterServiceVersion }: OlmBundle): readonly WebhookDefinition[] {
  const { webhookdefinitions = [] } = clusterServiceVersion.spec as {
    readonly webhookdefinitions?: readonly WebhookDefinition[];
  };
  return webhookdefinitions;
}

/** The Service of each Deployment that serves webhooks, and a configuration for each webhook. */
export function buildWebhookObjects(bundle: OlmBundle, where: InstallTarget): readonly Manifest[] {
  const webhooks = listWebhookDefinitions(bundle);
  return [...buildServices(bundle, where), ...webhooks.flatMap((each) => buildConfiguration(each, where))];
}

function buildServices(bundle: OlmBundle, { namespace }: InstallTarget): readonly Manifest[] {
  return getInstallStrategy(bundle).deployments.flatMap(({ name, spec }) => {
    const served = listWebhookDefinitions(bundle).filter(({ deploymentName }) => deploymentName === name);
    const ports = served.map(({ containerPort: port, targetPort }) => ({ name: String(port), port, targetPort }));
    const each = [...new Map(ports.map((port) => [port.name, port])).values()];
    if (each.length === 0) return [];
    const metadata = { name: formatServiceName(name), namespace };
    return [
      { apiVersion: 'v1', kind: 'Service', metadata, spec: { ports: each, selector: spec.selector.matchLabels } },
    ];
  });
}

function formatServiceName(deployment: string): string {
  return `${deployment.replaceAll('.', '-')}-service`;
}

function buildConfiguration(webhook: WebhookDefinition, where: InstallTarget): readonly Manifest[] {
  if (webhook.type === 'ConversionWebhook') return [];
  const {
    type,
    generateName: name,
    deploymentName: _,
    containerPort: __,
    targetPort: ___,
    webhookPath: ____,
    ...kept
  } = webhook;
  const kind = `${type.replace('AdmissionWebhook', '')}WebhookConfiguration`;
  const webhooks = [{ ...kept, name, clientConfig: { service: buildClientConfig(webhook, where) } }];
  return [{ apiVersion: 'admissionregistration.k8s.io/v1', kind, metadata: { name }, webhooks } as Manifest];
}

function buildClientConfig(
  { deploymentName, webhookPath, containerPort }: WebhookDefinition,
  { namespace }: InstallTarget,
): object {
  return { name: formatServiceName(deploymentName), namespace, path: webhookPath, port: containerPort };
}

/**
 * Adds the conversion webhook that OLM sets in a CRD, if the bundle has one for it; returns other objects unchanged.
 */
export function addConversion<TObject extends Manifest>(
  object: TObject,
  bundle: OlmBundle,
  where: InstallTarget,
): TObject {
  const webhook = listWebhookDefinitions(bundle).find(({ conversionCRDs = [] }) =>
    conversionCRDs.includes(object.metadata.name),
  );
  if (webhook === undefined || object.kind !== 'CustomResourceDefinition') return object;
  const clientConfig = { service: buildClientConfig(webhook, where) };
  const conversion = {
    strategy: 'Webhook',
    webhook: { clientConfig, conversionReviewVersions: webhook.admissionReviewVersions },
  };
  const { spec } = object as TObject & { readonly spec: object };
  return { ...object, spec: { ...spec, conversion } };
}

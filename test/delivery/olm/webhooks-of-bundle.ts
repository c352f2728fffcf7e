import type { OlmBundle } from '@kubewright/infra/olm';

import type { Manifest } from '../../support/manifests.ts';
import { strategyOf, type Where } from './strategy-of.ts';

/** A webhook, as a ClusterServiceVersion says it. */
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

function definitionsOf({ clusterServiceVersion }: OlmBundle): readonly WebhookDefinition[] {
  const { webhookdefinitions = [] } = clusterServiceVersion.spec as {
    readonly webhookdefinitions?: readonly WebhookDefinition[];
  };
  return webhookdefinitions;
}

/** Pure: the Service of each Deployment that serves webhooks, and a configuration for each webhook. */
export function webhookObjects(bundle: OlmBundle, where: Where): readonly Manifest[] {
  const webhooks = definitionsOf(bundle);
  return [...services(bundle, where), ...webhooks.flatMap((each) => configuration(each, where))];
}

function services(bundle: OlmBundle, { namespace }: Where): readonly Manifest[] {
  return strategyOf(bundle).deployments.flatMap(({ name, spec }) => {
    const served = definitionsOf(bundle).filter(({ deploymentName }) => deploymentName === name);
    const ports = served.map(({ containerPort: port, targetPort }) => ({ name: String(port), port, targetPort }));
    const each = [...new Map(ports.map((port) => [port.name, port])).values()];
    if (each.length === 0) return [];
    const metadata = { name: serviceOf(name), namespace };
    return [
      { apiVersion: 'v1', kind: 'Service', metadata, spec: { ports: each, selector: spec.selector.matchLabels } },
    ];
  });
}

function serviceOf(deployment: string): string {
  return `${deployment.replaceAll('.', '-')}-service`;
}

function configuration(webhook: WebhookDefinition, where: Where): readonly Manifest[] {
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
  const webhooks = [{ ...kept, name, clientConfig: { service: reached(webhook, where) } }];
  return [{ apiVersion: 'admissionregistration.k8s.io/v1', kind, metadata: { name }, webhooks } as Manifest];
}

function reached({ deploymentName, webhookPath, containerPort }: WebhookDefinition, { namespace }: Where): object {
  return { name: serviceOf(deploymentName), namespace, path: webhookPath, port: containerPort };
}

/** Pure: a definition with the conversion that OLM sets, if the bundle converts it; any other object as it is. */
export function convertedDefinition<TObject extends Manifest>(
  object: TObject,
  bundle: OlmBundle,
  where: Where,
): TObject {
  const webhook = definitionsOf(bundle).find(({ conversionCRDs = [] }) =>
    conversionCRDs.includes(object.metadata.name),
  );
  if (webhook === undefined || object.kind !== 'CustomResourceDefinition') return object;
  const clientConfig = { service: reached(webhook, where) };
  const conversion = {
    strategy: 'Webhook',
    webhook: { clientConfig, conversionReviewVersions: webhook.admissionReviewVersions },
  };
  const { spec } = object as TObject & { readonly spec: object };
  return { ...object, spec: { ...spec, conversion } };
}

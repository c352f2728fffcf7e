import type { WebhookDefinition } from '../../admission/index.ts';
import type { ConversionDefinition } from '../../conversion/index.ts';
import {
  CustomResourceDefinition,
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '../../kinds/index.ts';
import type { BundleReference } from './ca-bundle-keeper.ts';

/** The webhooks and conversions that API servers call. */
interface ServedWebhooks {
  readonly webhooks?: readonly WebhookDefinition[];
  readonly conversions?: readonly ConversionDefinition[];
}

/**
 * Lists the objects that refer to an operator's webhooks: webhook configurations, and CRDs of kinds with several
 * versions. Each configuration has one webhook: server-side apply could not remove one of several, because the applier
 * does not own its `caBundle`.
 */
export function listReferences(
  { webhooks = [], conversions = [] }: ServedWebhooks,
  webhookName: string,
): readonly BundleReference[] {
  const clientConfig = ['webhooks', 0, 'clientConfig'];
  const configurations = webhooks.flatMap(({ name, mutate, validate, validateDelete }) => [
    ...(mutate === undefined
      ? []
      : [{ kind: MutatingWebhookConfiguration, name: `${webhookName}-${name}`, clientConfig }]),
    ...(validate === undefined && validateDelete === undefined
      ? []
      : [{ kind: ValidatingWebhookConfiguration, name: `${webhookName}-${name}`, clientConfig }]),
  ]);
  const definitions = conversions.map(({ crd }) => ({
    kind: CustomResourceDefinition,
    name: crd.metadata.name,
    clientConfig: ['spec', 'conversion', 'webhook', 'clientConfig'],
  }));
  return [...configurations, ...definitions];
}

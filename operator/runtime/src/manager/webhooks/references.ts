import type { WebhookDefinition } from '../../admission/index.ts';
import type { ConversionDefinition } from '../../conversion/index.ts';
import {
  CustomResourceDefinition,
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '../../kinds/index.ts';
import type { BundleReference } from './ca-bundle-keeper.ts';

/** What of an operator API servers ask. */
interface ServedWebhooks {
  readonly webhooks?: readonly WebhookDefinition[];
  readonly conversions?: readonly ConversionDefinition[];
}

/**
 * The objects that refer to the webhooks of an operator: the configurations, and the definitions of kinds with several
 * versions. A configuration has one webhook only: whoever applies configurations by server-side apply could not remove one
 * of several, because its `caBundle` is not theirs.
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

import type { ConvertedApi } from './converted-apis.ts';
import type { WebhooksPlan } from './plan.ts';
import { injectionOf, authoritiesOf } from './trust.ts';

/** What a CustomResourceDefinition says of the conversion of its objects. */
export interface ConversionStanza {
  readonly conversion: object;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Pure: how API servers reach the conversion of a kind. `caBundle` is the operator's, as in the configurations. */
export function conversionStanza(
  { conversion }: ConvertedApi,
  plan: WebhooksPlan,
  namespace: string,
): ConversionStanza {
  const { path, conversionReviewVersions } = conversion;
  const service = { namespace, name: plan.name, path, port: 443 };
  return {
    conversion: {
      strategy: 'Webhook',
      webhook: {
        conversionReviewVersions: [...conversionReviewVersions],
        clientConfig: { ...authoritiesOf(plan), service },
      },
    },
    annotations: injectionOf(plan, namespace),
  };
}

import type { k8s } from 'cdk8s-plus-28';

import { Operator } from '../constructs/index.ts';
import type { OperatorProps } from '../options/index.ts';
import { type Synthesized, synthObjects } from './synth-objects.ts';
import { zooWithWebhooks } from './zoo.ts';

/** The synthesized objects of the operator with webhooks, in the namespace `system`. */
export function synthGuardedZoo(props: OperatorProps = {}): Synthesized[] {
  const image = { repository: 'zoo.example/operator' };
  return synthObjects(
    (chart) => new Operator(chart, 'operator', { declaration: zooWithWebhooks, image, ...props }),
    'system',
  );
}

/** A configuration and the only webhook in it. */
export interface ConfiguredWebhook {
  readonly configuration: Synthesized;
  readonly webhook: k8s.MutatingWebhook;
}

/** Throws if a configuration does not have exactly one webhook. */
export function listConfigurations(objects: readonly Synthesized[]): ConfiguredWebhook[] {
  return objects
    .filter(({ kind }) => kind.endsWith('WebhookConfiguration'))
    .map((configuration) => {
      const [webhook, ...more] = configuration['webhooks'] as k8s.MutatingWebhook[];
      if (webhook === undefined || more.length > 0)
        throw new Error(`${configuration.kind} does not have exactly one webhook`);
      return { configuration, webhook };
    });
}

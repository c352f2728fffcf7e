import {
  awaitChange,
  condition,
  type ControllerDefinition,
  defineApi,
  defineController,
  defineWebhook,
  notSupported,
  type OperatorDefinition,
  reads,
  type ResourceOf,
  t,
  type WebhookDefinition,
} from '@kubewright/runtime';

const named = { group: 'previews.example.com', version: 'v1' } as const;

/** Configuration: has no controller. */
export const PreviewPolicy = defineApi({
  ...{ ...named, kind: 'PreviewPolicy', plural: 'previewpolicies', scope: 'Cluster' },
  spec: t.object({ domains: t.array(t.string(), { listType: 'set' }) }),
});
export type PreviewPolicy = ResourceOf<typeof PreviewPolicy>;

export const Preview = defineApi({
  ...{ ...named, kind: 'Preview' },
  spec: t.object({ domain: t.string() }),
  status: t.object({ conditions: t.conditions() }),
});
export type Preview = ResourceOf<typeof Preview>;

export const preview: ControllerDefinition = defineController(Preview, {
  reads: { policies: reads(PreviewPolicy) },
  reconcile({ spec }, { policies, status }) {
    const isAllowed = policies.get('default')?.spec.domains.includes(spec.domain) === true;
    const message = isAllowed ? 'The domain is allowed.' : 'PreviewPolicy default does not list the domain.';
    status.set({
      conditions: [condition('Ready', isAllowed, { reason: isAllowed ? 'Allowed' : 'NotAllowed', message })],
    });
    return Promise.resolve(awaitChange);
  },
});

export const previewWebhook: WebhookDefinition = defineWebhook(Preview, {
  reads: { policies: PreviewPolicy },
  async validate({ spec }, { policies }) {
    const domains = (await policies.get('default'))?.spec.domains ?? [];
    return domains.includes(spec.domain) ? [] : [notSupported('spec.domain', spec.domain, domains)];
  },
});

/** An operator whose controller and webhook read a kind without a controller. */
export const previews: OperatorDefinition = {
  name: 'previews',
  version: '1.0.0',
  apis: [PreviewPolicy],
  controllers: [preview],
  webhooks: [previewWebhook],
};

import {
  awaitChange,
  condition,
  type ControllerDefinition,
  defineApi,
  defineController,
  defineWebhook,
  invalid,
  type OperatorDefinition,
  type ResourceOf,
  t,
  type WebhookDefinition,
} from '@kubewright/runtime';

/** A kind whose spec controls how the webhook answers. */
export const Gate = defineApi({
  group: 'gates.example.com',
  version: 'v1',
  kind: 'Gate',
  spec: t.object({
    /** The behaviour of `validate`. */
    answer: t.enum(['allow', 'refuse', 'throw', 'wait'], { default: 'allow' }),
    /** A value that must not appear in a log. */
    secret: t.optional(t.string()),
    /** The controller copies this value into the status. */
    turn: t.optional(t.integer()),
  }),
  status: t.object({ turn: t.optional(t.integer()), conditions: t.conditions() }),
});
export type Gate = ResourceOf<typeof Gate>;

const controller: ControllerDefinition = defineController(Gate, {
  finalizer: { name: 'gates.example.com/finalizer', cleanUp: () => Promise.resolve() },
  reconcile({ spec: { turn } }, { status }) {
    const conditions = [condition('Ready', true, { reason: 'Seen', message: 'The gate is seen.' })];
    status.set({ ...(turn !== undefined && { turn }), conditions });
    return Promise.resolve(awaitChange);
  },
});

const webhook: WebhookDefinition = defineWebhook(Gate, {
  mutate: ({ metadata, ...gate }) => ({
    ...gate,
    metadata: { ...metadata, labels: { ...metadata.labels, 'gates.example.com/seen': 'yes' } },
  }),
  async validate({ spec }, { signal }) {
    if (spec.answer === 'throw') throw new Error('the gate is stuck');
    if (spec.answer === 'wait') await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return spec.answer === 'refuse' ? [invalid('spec.answer', spec.answer, 'must be another one')] : [];
  },
});

/** An operator whose webhook mutates and validates, and rejects, throws or hangs if `spec.answer` requests it. */
export const gates: OperatorDefinition = {
  name: 'gates',
  version: '1.0.0',
  controllers: [controller],
  webhooks: [webhook],
};

import { defineApi, type ResourceOf, t } from '@kubewright/runtime';

export const Widget = defineApi({
  group: 'bench.example.com',
  version: 'v1',
  kind: 'Widget',
  spec: t.object({ size: t.integer(), text: t.string(), nonce: t.string() }),
  status: t.object({
    nonce: t.string(),
    ready: t.boolean(),
    conditions: t.conditions(),
  }),
});
export type Widget = ResourceOf<typeof Widget>;

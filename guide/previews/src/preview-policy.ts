import { defineApi, t } from '@kubewright/runtime';

export const PreviewPolicy = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'PreviewPolicy',
  plural: 'previewpolicies',
  scope: 'Cluster',
  spec: t.object({ domains: t.array(t.string(), { description: 'The domains that previews may use.' }) }),
});

import { defineApi, defineConversion, spoke, t } from '@kubewright/runtime';

import { api, Preview, shared } from './preview.ts';

export const PreviewV1 = defineApi({
  ...api,
  version: 'v1',
  deprecated: true,
  spec: t.object({ ...shared.spec, host: t.optional(t.string({ description: 'The host name of the preview.' })) }),
  status: t.object(shared.status),
});

const v1 = spoke(PreviewV1, {
  hub: Preview,
  shared,
  toHub: ({ spec: { host } }) => ({ spec: { hosts: host === undefined ? [] : [host] } }),
  fromHub: ({ spec: { hosts } }) => ({ spec: { host: hosts[0] } }),
});

export const versions = defineConversion(Preview, [v1], { storageVersion: PreviewV1 });

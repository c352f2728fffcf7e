import { defineWebhook, invalid } from '@kubewright/runtime';

import { PreviewPolicy } from './preview-policy.ts';
import { Preview } from './preview.ts';

export const previewWebhook = defineWebhook(Preview, {
  reads: { policies: PreviewPolicy },
  async validate({ spec: { hosts } }, { policies }) {
    const domains = (await policies.get('default'))?.spec.domains ?? [];
    const other = hosts.filter((host) => !domains.some((domain) => host.endsWith(`.${domain}`)));
    return other.map((host) => invalid('spec.hosts', host, `the policy allows ${domains.join(', ') || 'no domains'}`));
  },
});

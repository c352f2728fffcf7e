import { defineSettings, notReady, type ProcessView, type ValuesOf } from '@kubewright/runtime';

export const settings = defineSettings({
  dnsUrl: { type: 'string', default: 'http://127.0.0.1:8053', description: 'The address of the DNS system.' },
});

export function openDns({ settings: { dnsUrl } }: ProcessView<ValuesOf<typeof settings>>) {
  return {
    /** Without a record, removes what the id has. */
    async set(id: string, record: object | undefined, signal: AbortSignal) {
      const request = { method: record === undefined ? 'DELETE' : 'PUT', body: JSON.stringify(record), signal };
      const response = await fetch(`${dnsUrl}/${id}`, request).catch(() => undefined);
      if (response?.ok !== true) throw notReady('DnsUnavailable', `The DNS at ${dnsUrl} does not answer.`);
    },
  };
}

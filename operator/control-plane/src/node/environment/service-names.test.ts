import { expect, it } from 'vitest';

import { type ServiceReference, resolveServiceAddresses } from './service-names.ts';

/** Returns `text` with the names of Services replaced by addresses, and the Services that were looked up. */
async function resolveText(text: string): Promise<{ text: string; asked: readonly string[] }> {
  const asked: string[] = [];
  const findAddress = ({ service, namespace, port }: ServiceReference) => {
    asked.push(`${namespace}/${service}:${String(port)}`);
    return Promise.resolve({ host: '127.1.2.1', port: 40_000 + asked.length });
  };
  return { text: await resolveServiceAddresses(text, findAddress), asked };
}

it('names of Services are replaced with addresses anywhere in the text', async () => {
  expect(await resolveText('http://web.shop.svc:80/a,store.pets.svc.cluster.local:6742')).toEqual({
    text: 'http://127.1.2.1:40001/a,127.1.2.1:40002',
    asked: ['shop/web:80', 'pets/store:6742'],
  });
});

it.each(['', 'web.shop:80', 'web.shop.svc', 'web.shop.svc.example.com:80', 'a.web.shop.svc:80', 'web.shop.svc:123456'])(
  'text that is not the name of a Service port is not changed: %s',
  async (text) => {
    expect(await resolveText(text)).toEqual({ text, asked: [] });
  },
);

import { renderProject } from '@kubewright/generate';
import { defineApi, defineController, defineConversion, defineWebhook, spoke, t } from '@kubewright/runtime';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

import { renderWebhooks } from './render.ts';

const kind = { group: 'example.com', kind: 'Menu' } as const;
const v1 = defineApi({ ...kind, version: 'v1', spec: t.object({ hours: t.integer() }) });
const v2 = defineApi({ ...kind, version: 'v2', spec: t.object({ minutes: t.integer() }) });
const cafes = defineApi({ ...kind, kind: 'Cafe', version: 'v1', spec: t.object({}) });
const files = renderProject({
  ...{ name: 'menus', version: '0.1.0', description: 'x', ports: { metrics: 1, health: 2, webhooks: 3 }, settings: [] },
  controllers: [
    defineController(v2, { reconcile: () => Promise.resolve({}) as never }),
    defineController(cafes, { reconcile: () => Promise.resolve({}) as never }),
  ],
  webhooks: [defineWebhook(v2, { mutate: (object) => object, validate: () => [] })],
  conversions: [
    defineConversion(v2, [
      spoke(v1, {
        toHub: ({ spec }) => ({ spec: { minutes: spec.hours * 60 } }),
        fromHub: ({ spec }) => ({ spec: { hours: spec.minutes / 60 } }),
      }),
    ]),
  ],
});
const crds = Object.fromEntries([...files].filter(([file]) => file.startsWith('crds/')));
const loaded = { declaration: files.get('declaration.json') ?? '', crds };
const clientConfig = (path: string): object => ({ url: `https://127.0.0.1:7${path}`, caBundle: 'QQ==' });
const rendered = await renderWebhooks(loaded, { url: 'https://127.0.0.1:7', caBundle: 'QQ==', label: { by: 'dev' } });

it('each configuration has a URL instead of the Service, and the failurePolicy of a deployment', () => {
  expect(rendered.configurations).toMatchObject([
    {
      kind: 'MutatingWebhookConfiguration',
      metadata: { name: 'kubewright-dev-menus-webhooks-menu', labels: { by: 'dev' } },
      webhooks: [{ clientConfig: clientConfig('/mutate/menu'), failurePolicy: 'Fail' }],
    },
    { kind: 'ValidatingWebhookConfiguration', webhooks: [{ clientConfig: clientConfig('/validate/menu') }] },
  ]);
  expect(JSON.stringify(rendered.configurations)).not.toContain('"service"');
});

it('a CRD with two versions has the conversion with a URL; others stay as they are', () => {
  expect(parse(rendered.crds['crds/example.com_menus.yaml'] ?? '')).toMatchObject({
    metadata: { labels: { by: 'dev' } },
    spec: { conversion: { strategy: 'Webhook', webhook: { clientConfig: clientConfig('/convert/menu') } } },
  });
  expect(rendered.converted).toEqual(['menus.example.com']);
  expect(rendered.crds['crds/example.com_cafes.yaml']).toBe(crds['crds/example.com_cafes.yaml']);
});

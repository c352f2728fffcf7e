import path from 'node:path';

import { expect, it } from 'vitest';

import { runController } from '@kubewright/testing';
import { loadExample } from '../../../fixtures/load-example.ts';
import { formatTimestamp } from '../../base/index.ts';
import { Event } from '../../kinds/index.ts';
import type { ControllerDefinition } from '../declare/define-controller.ts';

const page = path.join(import.meta.dirname, '../../../../docs/concepts/time-to-live.md');

it('the example of the page deletes an object when it has expired, not before', async () => {
  const { preview } = (await loadExample(page)) as { preview: ControllerDefinition };
  await using run = await runController(preview);
  const previews = run.server.client.resource(preview.api);
  const metadata = { namespace: 'shop', name: 'demo' };
  await previews.create({ apiVersion: 'example.com/v1', kind: 'Preview', metadata, spec: { ttlSeconds: 60 } });
  await run.advance(59_000);
  await previews.mergePatch(metadata, { spec: { ttlSeconds: 90 } });
  await run.advance(30_000);
  const expiresAt = formatTimestamp(run.server.clock.now() + 1_000);
  expect(run.server.objects(preview.api)).toMatchObject([{ status: { expiresAt } }]);
  await run.advance(1_000);
  expect(run.server.objects(preview.api)).toEqual([]);
  expect(run.server.objects(Event)).toMatchObject([
    {
      metadata: { namespace: 'shop' },
      type: 'Normal',
      reason: 'Deleted',
      note: 'Deleted Preview shop/demo: it has expired',
    },
  ]);
});

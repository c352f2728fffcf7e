import { expect, it } from 'vitest';

import { createFakeClock } from '../../../../testing/src/fake-clock.ts';
import { createInMemoryApiServer } from '../../../../testing/src/in-memory-api-server/index.ts';
import { neverAborted, silentLogger } from '../../base/index.ts';
import { Event } from '../../kinds/index.ts';
import { createPodWarning } from './pod-warning.ts';

const pod = { podName: 'shop-7d', podNamespace: 'system', podUid: 'uid-of-the-pod', inCluster: true };

async function collectWarnings(
  settings: Partial<typeof pod> | { readonly podNamespace: undefined },
): Promise<readonly Event[]> {
  const [{ client, ...server }, clock] = [createInMemoryApiServer(), createFakeClock()];
  const shared = { client, clock, logger: silentLogger, signal: neverAborted, controller: 'shop/webhooks' };
  createPodWarning({ ...shared, settings: { ...pod, ...settings } })('WebhookCertificateFailed', 'apply it again');
  await clock.advance(1_000);
  return server.objects(Event);
}

it('warnings are events about the Pod by its uid, without which kubectl describe does not find them', async () => {
  expect(await collectWarnings({})).toMatchObject([
    {
      metadata: { namespace: 'system' },
      type: 'Warning',
      reason: 'WebhookCertificateFailed',
      note: 'apply it again',
      regarding: { apiVersion: 'v1', kind: 'Pod', namespace: 'system', name: 'shop-7d', uid: 'uid-of-the-pod' },
      reportingController: 'shop/webhooks',
      reportingInstance: 'shop-7d',
    },
  ]);
});

it('warnings are not emitted outside a Pod', async () => {
  expect(await collectWarnings({ inCluster: false })).toEqual([]);
  expect(await collectWarnings({ podNamespace: undefined })).toEqual([]);
});

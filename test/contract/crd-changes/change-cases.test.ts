import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { compareCrds } from '../../../infra/src/crd-changes/index.ts';
import { buildCrd, type ChangeCase } from '../../../infra/src/crd-changes/testing/change-case.ts';
import { changeCases } from '../../../infra/src/crd-changes/testing/change-cases.ts';
import { systemClock } from '../../../operator/runtime/src/base/index.ts';
import { type Client, connect } from '../../../operator/runtime/src/client/index.ts';
import { Semaphore } from '../../support/semaphore.ts';
import { type ConversionWebhook, serveConversions } from '../api-server/conversion-webhook.ts';
import { findBroken } from './try-change.ts';

let client: Client;
let webhook: ConversionWebhook;
/**
 * What each change of a CRD breaks. All changes are tried at the same time, because each mostly waits until its CRD is
 * served.
 */
let outcomes: ReadonlyMap<ChangeCase, Promise<readonly string[]>>;

beforeAll(async () => {
  ({ client } = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock }));
  webhook = await serveConversions();
  const server = { transport: client.transport, webhook: webhook.clientConfig };
  const some = new Semaphore(16);
  outcomes = new Map(changeCases.map((row) => [row, some.run(() => findBroken(row, server))]));
  // Handles rejections until the test of each change awaits its own outcome.
  void Promise.allSettled(outcomes.values());
});

afterAll(async () => {
  await Promise.allSettled(outcomes.values());
  await webhook[Symbol.asyncDispose]();
  await client.transport.close();
});

describe('on the API server', () => {
  it.each(changeCases)('a change breaks exactly the promises of its row: $name', async (row) => {
    const broken = [...((await outcomes.get(row)) ?? [])];
    expect(broken.sort()).toEqual([...row.breaks].sort());
    expect(isBreaking(row)).toBe(broken.length > 0);
  });
});

function isBreaking({ before, after }: ChangeCase): boolean {
  const place = { group: 'changes.example', marker: 'same' };
  const next = after === undefined ? [] : [buildCrd(after, place)];
  return compareCrds([buildCrd(before, place)], next).some(({ verdict }) => verdict !== 'compatible');
}

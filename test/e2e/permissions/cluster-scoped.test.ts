import { afterAll, beforeAll, expect, it } from 'vitest';

import { CafeV1 } from '../../support/samples/cafe/index.ts';
import { ConfigMap, Namespace, Node } from '../../../operator/runtime/src/kinds/index.ts';
import { cafesImage, installRelease } from '../../support/cafe/installed-cafes.ts';
import { releaseWithNodes } from '../../support/cafe/releases.ts';
import { previewsImage } from '../../support/previews/installed-previews.ts';
import { startTestCluster, type TestCluster } from '../../support/test-cluster.ts';
import { until } from '../../support/until.ts';
import { sitesImage, testPolicy } from '../../operators/policy.suite.ts';
import { testPreviews } from './previews.suite.ts';

let own: TestCluster;

beforeAll(async () => {
  // Without WatchList, as on older API servers, so that operators also use `list`.
  const images = [cafesImage, previewsImage, sitesImage];
  own = await startTestCluster({ featureGates: { WatchList: false }, node: { images } });
});

afterAll(async () => {
  await own[Symbol.asyncDispose]();
});

it('an operator of a named namespace becomes ready, and reads a cluster-scoped kind', async () => {
  const { client } = own;
  for (const name of ['shop', 'cafes-system']) {
    await client.resource(Namespace).apply({ metadata: { name } }, { fieldManager: 'test', force: true });
  }
  await using operator = await installRelease(releaseWithNodes, {
    ...{ client, namespace: 'cafes-system', namespaces: ['shop'], controllers: ['cafe'] },
  });
  expect(await operator.pods()).toHaveLength(1);
  const key = { namespace: 'shop', name: 'corner' };
  const spec = { guests: 3, openFor: '8h' };
  await client.resource(CafeV1).create({ apiVersion: 'example.com/v1', kind: 'Cafe', metadata: key, spec });
  const board = await until('the board shows the nodes', () => client.resource(ConfigMap).tryGet(key));
  const { items } = await client.resource(Node).list();
  expect(board.data).toEqual({ nodes: String(items.length) });
}, 180_000);

testPreviews(() => own);
testPolicy(() => own);

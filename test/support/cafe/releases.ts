import {
  awaitChange,
  ConfigMap,
  defineController,
  defineConversion,
  type OperatorDefinition,
  owns,
  reads,
  spoke,
} from '@kubewright/runtime';
import { Node } from '@kubewright/runtime/kinds';

import { CafeV1, CafeV2, fromV1, release1, release2, release3, release4 } from '../samples/cafe/index.ts';

/** A conversion with a bug: it throws for a café without a waiter. */
const withBug = spoke(CafeV1, {
  hub: CafeV2,
  shared: fromV1.shared,
  toHub(content) {
    if (content.spec.waiter === undefined) throw new TypeError('the waiter has no name');
    return fromV1.toHub(content as never);
  },
  fromHub: (content) => fromV1.fromHub(content) as never,
});

export const releaseWithBug: OperatorDefinition = {
  ...release2,
  version: '2.0.1',
  conversions: [defineConversion(CafeV2, [withBug], { storageVersion: CafeV1 })],
};

/** A release that shows the number of nodes, which are cluster-scoped, on the boards. */
export const releaseWithNodes: OperatorDefinition = {
  ...release1,
  version: '1.1.0',
  controllers: [
    defineController(CafeV1, {
      owns: { boards: owns(ConfigMap) },
      reads: { nodes: reads(Node) },
      async reconcile({ metadata }, { boards, nodes }) {
        await boards.apply({ metadata: { name: metadata.name }, data: { nodes: String(nodes.list().length) } });
        return awaitChange;
      },
    }),
  ],
};

/** All releases of the café operator; a test installs them one after the other. */
export const releases: readonly OperatorDefinition[] = [
  release1,
  releaseWithNodes,
  release2,
  releaseWithBug,
  release3,
  release4,
];

/** Finds the release with this version. @param version such as `2.0.0` */
export function findRelease(version: string): OperatorDefinition {
  const found = releases.find((each) => each.version === version);
  if (found === undefined) throw new Error(`unknown release ${version} of the café operator`);
  return found;
}

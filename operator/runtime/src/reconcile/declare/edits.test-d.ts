import { expectTypeOf, it } from 'vitest';

import { defineApi, t } from '../../api/index.ts';
import { Node } from '../../kinds/index.ts';
import { awaitChange } from './action.ts';
import { defineController } from './define-controller.ts';
import { edits } from './dependencies.ts';
import type { Edits } from './handle-types.ts';

const Taint = defineApi({ group: 'example.com', version: 'v1', kind: 'Taint', spec: t.object({ node: t.string() }) });
const done = () => Promise.resolve(awaitChange);

it('a handle sets typed fields of an existing object', () => {
  defineController(Taint, {
    edits: { nodes: edits(Node) },
    finalizer: { name: 'example.com/taints' },
    async reconcile({ spec }, { nodes }) {
      expectTypeOf(nodes).toEqualTypeOf<Edits<Node>>();
      await nodes.apply({ metadata: { name: spec.node }, spec: { unschedulable: true } }, { force: true });
      // @ts-expect-error -- a status belongs to the controller of the kind
      await nodes.apply({ metadata: { name: spec.node }, status: {} });
      return done();
    },
  });
});

it('cleanUp gets the handle, too', () => {
  defineController(Taint, {
    edits: { nodes: edits(Node) },
    finalizer: {
      name: 'example.com/taints',
      cleanUp(_, context) {
        expectTypeOf(context.nodes).toEqualTypeOf<Edits<Node>>();
        return Promise.resolve();
      },
    },
    reconcile: done,
  });
});

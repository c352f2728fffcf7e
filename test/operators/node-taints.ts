import { awaitChange, defineApi, defineController, edits, t } from '@kubewright/runtime';
import { Node } from '@kubewright/runtime/kinds';

const taint = t.object({ key: t.string(), effect: t.enum(['NoSchedule', 'NoExecute']) });

export const NodeTaint = defineApi({
  group: 'node-taints.example.com',
  version: 'v1',
  kind: 'NodeTaint',
  scope: 'Cluster',
  spec: t.object({ node: t.string(), label: t.string(), taint: t.optional(taint) }),
  status: t.object({ conditions: t.conditions() }),
});

/** Labels and taints a Node, and gives both back when the NodeTaint is deleted. */
export const tainter = defineController(NodeTaint, {
  edits: { nodes: edits(Node) },
  finalizer: { name: 'example.com/taints' },
  async reconcile({ spec }, { nodes }) {
    await nodes.apply({
      metadata: { name: spec.node, labels: { [spec.label]: 'yes' } },
      ...(spec.taint && { spec: { taints: [spec.taint] } }),
    });
    return awaitChange;
  },
});

import { awaitChange, defineController, edits } from '@kubewright/runtime';
import { Namespace } from '@kubewright/runtime/kinds';

/** Labels each Namespace `team-<name>-…` with its team. */
export const labeller = defineController(Namespace, {
  name: 'labeller',
  edits: { namespaces: edits(Namespace) },
  async reconcile({ metadata: { name } }, { namespaces }) {
    const [prefix, team] = name.split('-');
    if (prefix === 'team' && team !== undefined) {
      await namespaces.apply({ metadata: { name, labels: { 'example.com/team': team } } });
    }
    return awaitChange;
  },
});

import type { OperatorDeclaration } from '@kubewright/declaration';

import { formatResource } from '../../access.ts';

/** The kinds whose objects the screen shows, in the form that `kubectl get` accepts: `deployments.apps`. */
export interface Kinds {
  /** Name of the operator. */
  readonly operator: string;
  /** The kinds that it reconciles, and then the other ones that it declares. */
  readonly own: readonly string[];
  /** Whether no reconcile follows a change of some of them. */
  readonly hasUnreconciled: boolean;
  /** The kinds of their children. */
  readonly owned: readonly string[];
}

/** Reads the kinds from a declaration. @param declaration the text of `declaration.json` */
export function parseKinds(declaration: string): Kinds {
  const { name, controllers, apis } = JSON.parse(declaration) as OperatorDeclaration;
  const reconciled = new Set(
    controllers.map(({ for: { group, kind }, rules }) => {
      const api = apis.find((each) => each.kind === kind && each.group === group);
      // The generator writes the rule for the controller's own kind first.
      return formatResource({ group, plural: api?.plural ?? rules[0]?.resources[0] ?? kind });
    }),
  );
  const own = new Set([...reconciled, ...apis.map(formatResource)]);
  const owned = new Set(controllers.flatMap(({ rules }) => rules.filter(isOfChildren).flatMap(listResources)));
  owned.delete('events.events.k8s.io');
  return {
    ...{ operator: name, own: [...own], hasUnreconciled: own.size > reconciled.size },
    owned: [...owned].filter((kind) => !own.has(kind)),
  };
}

type Rule = OperatorDeclaration['controllers'][number]['rules'][number];

function isOfChildren({ verbs }: Rule): boolean {
  return verbs.includes('create') && verbs.includes('list');
}

function listResources({ apiGroups, resources }: Rule): readonly string[] {
  return apiGroups.flatMap((group) => resources.map((plural) => formatResource({ group, plural })));
}

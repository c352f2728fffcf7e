import { Construct } from 'constructs';

import { removalGuard } from '../api-objects/index.ts';
import { addObjects } from '../constructs/index.ts';
import type { OperatorProps } from '../options/index.ts';
import { Faults, mergedProps, type OperatorPlan, planOperator } from '../plan/index.ts';
import type { Installation } from './props.ts';

/** Pure: what the operator of an installation is deployed by. Its patches are for all objects of its chart. */
export function operatorProps({ environment: { patches: _, ...environment }, ...named }: Installation): OperatorProps {
  return { ...named, environment, removalGuard: environment.removalGuard ?? true };
}

/**
 * Adds the guard of an installation, unless its environment says no, the operator sets no finalizers, or another chart of
 * the app has this guard. So it is there once: beside the definitions if their chart knows the environment, else with the
 * operator.
 */
export function addGuard(chart: Construct, installation: Installation, operator = planOf(installation)): void {
  const { environment } = installation;
  if (environment.removalGuard === false || operator.inUseName === undefined) return;
  const { crds, labels, annotations } = environment;
  // Two environments may have the same names: they are for two clusters then.
  const id = ['removal-guard', environment.name, operator.namespace, operator.name].join('.');
  if (chart.node.root.node.findAll().some(({ node }) => node.id === id)) return;
  const marks = { ...(labels && { labels }), ...(annotations && { annotations }) };
  addObjects(new Construct(chart, id), removalGuard(operator, { ...marks, keep: crds !== 'prune' }));
}

/** What is wrong is said by the chart of the operator. */
function planOf(installation: Installation): OperatorPlan {
  const faults = new Faults();
  return planOperator(mergedProps(operatorProps(installation), faults), { chartNamespace: undefined, faults });
}

/** Who deploys into named namespaces only may often not create the guard, and must know if nothing guards the operator. */
export function checkGuardIsChosen({ environment }: Installation, inUseName: string | undefined, faults: Faults): void {
  const { crds, namespaces, removalGuard: chosen } = environment;
  if (crds !== 'skip' || namespaces === undefined || chosen !== undefined || inUseName === undefined) return;
  faults.add(
    'removalGuard must be true or false where namespaces are given and crds is skip: true creates a ' +
      'ValidatingAdmissionPolicy, which is cluster-scoped; with false nothing stops a deletion of the operator while ' +
      'resources need it to remove their finalizers',
  );
}

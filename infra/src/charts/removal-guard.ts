import { App, Chart } from 'cdk8s';
import type { Construct } from 'constructs';

import { type Faults, Operator, RemovalGuard } from '../constructs/index.ts';
import type { Installation } from './installation.ts';

/**
 * Adds the guard of an installation, unless its environment says no, the operator sets no finalizers, or another chart of
 * the app has this guard. So it is there once: beside the definitions if their chart knows the environment, else with the
 * operator.
 *
 * @param operator of this chart; else of another one
 */
export function addGuard(chart: Construct, installation: Installation, operator = operatorOf(installation)): void {
  const { declaration, environment } = installation;
  if (environment.removalGuard === false || operator.inUseName === undefined) return;
  const { controllers, crds, labels, annotations } = environment;
  // Two environments may have the same names: they are for two clusters then.
  const id = ['removal-guard', environment.name, operator.namespace, operator.name].join('.');
  if (chart.node.root.node.findAll().some(({ node }) => node.id === id)) return;
  new RemovalGuard(chart, id, {
    operator,
    declaration,
    ...(controllers && { controllers }),
    ...(crds === 'prune' && { keep: false }),
    ...(labels && { labels }),
    ...(annotations && { annotations }),
  });
}

/** Who deploys into named namespaces only may often not create the guard, and must know if nothing guards the operator. */
export function checkGuardIsChosen({ environment }: Installation, { inUseName }: Operator, faults: Faults): void {
  const { crds, namespaces, removalGuard } = environment;
  if (crds !== 'skip' || namespaces === undefined || removalGuard !== undefined || inUseName === undefined) return;
  faults.add(
    'removalGuard must be true or false where namespaces are given and crds is skip: true creates a ' +
      'ValidatingAdmissionPolicy, which is cluster-scoped; with false nothing stops a deletion of the operator while ' +
      'resources need it to remove their finalizers',
  );
}

/** The operator of another chart, for its names. Its faults are reported there. */
function operatorOf(installation: Installation): Operator {
  return new Operator(new Chart(new App(), 'operator'), 'operator', { ...installation, removalGuard: true });
}

import { App, Chart } from 'cdk8s';
import type { Construct } from 'constructs';

import { Operator, RemovalGuard } from '../constructs/index.ts';
import type { Environment } from '../environments/index.ts';
import type { Installation } from './installation.ts';

/** The unit that has the guard: with the definitions, unless somebody else deploys them. */
export function guardedIn({ crds = 'keep', removalGuard, namespaces }: Environment): 'crds' | 'operator' | undefined {
  if (removalGuard === false) return undefined;
  if (crds !== 'skip') return 'crds';
  // A cluster-scoped object: who deploys into named namespaces only may often not create it.
  return namespaces === undefined || removalGuard === true ? 'operator' : undefined;
}

/** Adds the guard, if the operator sets finalizers. @param operator of this chart; else of another one */
export function addGuard(scope: Construct, installation: Installation, operator = operatorOf(installation)): void {
  if (operator.inUseName === undefined) return;
  const { declaration, environment } = installation;
  const { controllers, crds, labels, annotations } = environment;
  new RemovalGuard(scope, 'removal-guard', {
    operator,
    declaration,
    ...(controllers && { controllers }),
    ...(crds === 'prune' && { keep: false }),
    ...(labels && { labels }),
    ...(annotations && { annotations }),
  });
}

/** The operator of another chart, for its names. Its faults are reported there. */
function operatorOf(installation: Installation): Operator {
  return new Operator(new Chart(new App(), 'operator'), 'operator', { ...installation, removalGuard: true });
}

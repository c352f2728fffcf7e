import type { Construct } from 'constructs';
import type { Environment } from '../options/index.ts';

import { AdmissionPolicies, type Operator } from '../constructs/index.ts';
import type { Installation } from './installation.ts';

/** The admission policies of the operator, as its environment has them. */
export function addPolicies(scope: Construct, { environment, declaration }: Installation, operator: Operator): void {
  const mode = environment.policies ?? usualMode(environment);
  if (mode === 'off') return;
  const { name, namespace } = operator;
  const { namespaces, labels, annotations } = environment;
  new AdmissionPolicies(scope, 'admission-policies', {
    ...{ name, namespace, mode },
    ...(namespaces && { namespaces }),
    ...(labels && { labels }),
    ...(annotations && { annotations }),
    declaration,
  });
}

/** Policies are cluster-scoped: who deploys an operator into namespaces only may often not create them. */
function usualMode({ namespaces }: Environment): NonNullable<Environment['policies']> {
  return namespaces === undefined ? 'enforce' : 'off';
}

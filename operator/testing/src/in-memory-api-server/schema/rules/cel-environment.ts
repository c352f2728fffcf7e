import { Environment } from '@marcbachmann/cel-js';

import { registerAddresses } from './cel-addresses.ts';
import { registerLists } from './cel-lists.ts';
import { registerQuantities } from './cel-quantities.ts';
import { registerTexts } from './cel-texts.ts';

/** CEL with the functions that Kubernetes adds. https://kubernetes.io/docs/reference/using-api/cel/ */
export const celEnvironment: Environment = createEnvironment('dyn');

/** CEL for rules with `optionalOldSelf`, in which `oldSelf` is an optional value. */
export const optionalEnvironment: Environment = createEnvironment('optional<dyn>');

function createEnvironment(oldSelf: string): Environment {
  const environment = new Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false })
    .registerVariable('self', 'dyn')
    .registerVariable('oldSelf', oldSelf);
  registerLists(environment);
  registerTexts(environment);
  registerQuantities(environment);
  registerAddresses(environment);
  return environment;
}

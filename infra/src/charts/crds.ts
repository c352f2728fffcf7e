import type { Construct } from 'constructs';
import type { Environment } from '../options/index.ts';

import {
  checkTwice,
  type ConvertingOperator,
  CustomResourceDefinitions,
  type CustomResourceDefinitionsProps,
  Faults,
  givenDeclaration,
} from '../constructs/index.ts';
import { addGuard } from './removal-guard.ts';
import { OwnChart } from './own-chart.ts';
import { chartProps, crdsChartShape, type OperatorChartProps } from './props.ts';

/**
 * The CRDs, and what guards the operator against a removal that strands their resources. Applied first, and kept. They are
 * the same in every environment, but for kinds with several versions: these name the operator that converts.
 */
export class CrdsChart extends OwnChart {
  readonly definitions: CustomResourceDefinitions;

  constructor(scope: Construct, id: string, props: Partial<OperatorChartProps> = {}) {
    super(scope, id, chartProps(props));
    const faults = new Faults(this);
    const { environment, ...given } = faults.checked(props, crdsChartShape);
    const name = given.name ?? environment?.installation;
    const declaration = givenDeclaration(given.declaration, faults);
    this.definitions = new CustomResourceDefinitions(this, 'definitions', {
      declaration,
      ...(environment && marksOf(environment, name)),
    });
    checkTwice(this, environment?.name);
    if (environment !== undefined) addGuard(this, { declaration, environment, ...(name !== undefined && { name }) });
  }
}

/** What of an environment is in its definitions. */
function marksOf(environment: Environment, name: string | undefined): CustomResourceDefinitionsProps {
  const { crds, labels, annotations, rollbackGuard } = environment;
  return {
    ...(rollbackGuard !== undefined && { rollbackGuard }),
    ...(crds === 'prune' && { keep: false }),
    ...(labels && { labels }),
    ...(annotations && { annotations }),
    operator: environmentsOperator(environment, name),
  };
}

/** The environment has a name of its own, which is not that of the installation. */
function environmentsOperator(
  { namespace, namespaces, webhooks }: Environment,
  name: string | undefined,
): ConvertingOperator {
  return {
    namespace,
    ...(name !== undefined && { name }),
    ...(namespaces && { namespaces }),
    ...(webhooks !== undefined && { webhooks }),
  };
}

import type { Construct } from 'constructs';

import { buildUserNamespaces } from '../api-objects/namespaces.ts';
import {
  addObjects,
  ArgoCdHealthChecks,
  rejectDuplicateObjects,
  CustomResourceDefinitions,
} from '../constructs/index.ts';
import type { CustomResourceDefinitionsProps, Environment } from '../options/index.ts';
import { buildRecommendedLabels } from '../plan/index.ts';
import { addGuard, pickMetadata } from './operator.ts';
import {
  collectChartErrors,
  validateInstallation,
  validateOptionalInstallation,
  type OperatorChartProps,
  OwnChart,
} from './props.ts';

/**
 * The CRDs and the guard that rejects removing the operator while custom resources need it. Apply it first. It is
 * retained by default, and the same in every environment, except that kinds with several versions name the operator
 * that converts them.
 */
export class CrdsChart extends OwnChart {
  readonly crds: CustomResourceDefinitions;

  constructor(scope: Construct, id: string, props: Partial<OperatorChartProps> = {}) {
    super(scope, id, props);
    const { declaration, environment, ...named } = validateOptionalInstallation(props, collectChartErrors(this, props));
    this.crds = new CustomResourceDefinitions(this, 'definitions', {
      declaration,
      ...(environment && toCrdProps(environment, named.name)),
    });
    rejectDuplicateObjects(this, environment?.name);
    if (environment !== undefined) addGuard(this, { declaration, environment, ...named });
  }
}

function toCrdProps(environment: Environment, name: string | undefined): CustomResourceDefinitionsProps {
  const { crds, rollbackGuard, namespace, namespaces, webhooks } = environment;
  return {
    ...(rollbackGuard !== undefined && { rollbackGuard }),
    ...(crds === 'prune' && { keep: false }),
    ...pickMetadata(environment),
    operator: {
      namespace,
      ...(name !== undefined && { name }),
      ...(namespaces && { namespaces }),
      ...(webhooks !== undefined && { webhooks }),
    },
  };
}

/**
 * The namespaces for users' objects: a separate stage, so that deleting the operator does not delete them. Apply it
 * before the operator, whose Roles are in these namespaces. They are retained unless the environment prunes its CRDs.
 */
export class NamespacesChart extends OwnChart {
  constructor(scope: Construct, id: string, props: OperatorChartProps) {
    super(scope, id, props);
    const { declaration, environment, name } = validateInstallation(props, collectChartErrors(this, props));
    const recommended = buildRecommendedLabels(declaration, { component: 'namespaces', instance: name });
    addObjects(this, buildUserNamespaces(environment, recommended));
  }
}

/** Whether the environment creates namespaces for its users. */
export function hasNamespaces({ createNamespaces = [] }: Environment): boolean {
  return createNamespaces.length > 0;
}

/**
 * Health checks for Argo CD: of the operator's kinds, and of Applications so that sync waves wait for them. It is the
 * same for every environment, and separate from the stages.
 */
export class ArgoCdChart extends OwnChart {
  constructor(scope: Construct, id: string, { declaration }: Pick<OperatorChartProps, 'declaration'> = {}) {
    super(scope, id, {});
    new ArgoCdHealthChecks(this, 'health-checks', { applications: true, ...(declaration && { declaration }) });
  }
}

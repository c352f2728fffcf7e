import type { Construct } from 'constructs';

import { buildUserNamespaces } from '../api-objects/index.ts';
import {
  addObjects,
  ArgoCdHealthChecks,
  rejectDuplicateObjects,
  CustomResourceDefinitions,
  collectOptionErrors,
} from '../constructs/index.ts';
import type { CustomResourceDefinitionsProps, Environment } from '../options/index.ts';
import { buildRecommendedLabels } from '../plan/index.ts';
import { addGuard, pickMetadata } from './operator.ts';
import { validateInstallation, validateOptionalInstallation, type OperatorChartProps, OwnChart } from './props.ts';

/**
 * The CRDs, and what guards the operator against a removal that strands their resources. Applied first, and kept. They are
 * the same in every environment, but for kinds with several versions: these name the operator that converts.
 */
export class CrdsChart extends OwnChart {
  readonly crds: CustomResourceDefinitions;

  constructor(scope: Construct, id: string, props: Partial<OperatorChartProps> = {}) {
    super(scope, id, props);
    const { declaration, environment, ...named } = validateOptionalInstallation(props, collectOptionErrors(this));
    this.crds = new CustomResourceDefinitions(this, 'definitions', {
      declaration,
      ...(environment && toCrdProps(environment, named.name)),
    });
    rejectDuplicateObjects(this, environment?.name);
    if (environment !== undefined) addGuard(this, { declaration, environment, ...named });
  }
}

/** What of an environment is in its definitions. */
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
 * The namespaces of an environment in which its users' resources live: a unit of their own, so that whoever deletes the
 * operator does not delete them. Applied before the operator, whose Roles are in them. They are kept whatever prunes, unless
 * the environment prunes its CustomResourceDefinitions, too.
 */
export class NamespacesChart extends OwnChart {
  constructor(scope: Construct, id: string, props: OperatorChartProps) {
    super(scope, id, props);
    const { declaration, environment, name } = validateInstallation(props, collectOptionErrors(this));
    const recommended = buildRecommendedLabels(declaration, { component: 'namespaces', instance: name });
    addObjects(this, buildUserNamespaces(environment, recommended));
  }
}

/** Whether the environment creates namespaces for its users. */
export function hasNamespaces({ createNamespaces = [] }: Environment): boolean {
  return createNamespaces.length > 0;
}

/**
 * What Argo CD has to know of an operator: when its kinds are healthy, and its Applications, so that sync waves wait for
 * them. The same for every environment, and separate from the units.
 */
export class ArgoCdChart extends OwnChart {
  constructor(scope: Construct, id: string, { declaration }: Pick<OperatorChartProps, 'declaration'> = {}) {
    super(scope, id, {});
    new ArgoCdHealthChecks(this, 'health-checks', { applications: true, ...(declaration && { declaration }) });
  }
}

import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { anyDeclaration, annotations, installationName, labels, object, optional } from '../../options/index.ts';

import type { OperatorDeclaration } from '../../declaration/index.ts';
import { Faults } from '../checks/index.ts';
import { clusterScoped } from '../cluster-scoped.ts';
import { givenDeclaration } from '../given-declaration.ts';
import { recommendedLabels } from '../labels.ts';

export interface AggregatedRolesProps {
  /** The operator whose kinds these are. @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
  /** Name of this installation: the roles are named `<name>-<kind>-<role>`. @default - the operator's name */
  readonly name?: string;
  /** Labels of every role, beside the recommended ones. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Annotations of every role. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
}

const shape = object(optional({ declaration: anyDeclaration, name: installationName, labels, annotations }));

/** What the roles of the cluster that people have get for a kind. */
const verbs = {
  admin: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
  edit: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
  view: ['get', 'list', 'watch'],
} as const;

/**
 * For each kind of an operator three ClusterRoles, which Kubernetes adds to its own `admin`, `edit` and `view`: so whoever
 * may edit Deployments in a namespace may edit the kinds of the operator there. Nobody may write their status.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#aggregated-clusterroles
 */
export class AggregatedRoles extends Construct {
  readonly roles: readonly ApiObject[];

  constructor(scope: Construct, id: string, props: AggregatedRolesProps = {}) {
    super(scope, id);
    const faults = new Faults(this);
    const given = faults.checked(props, shape);
    const declaration = givenDeclaration(given.declaration, faults);
    const { name = declaration.name, annotations = {} } = given;
    const recommended = recommendedLabels(declaration, { component: 'roles', instance: name });
    const kinds = new Map(declaration.apis.map((api) => [`${api.plural}.${api.group}`, api]));
    this.roles = [...kinds.values()].flatMap(({ group, kind, plural }) =>
      Object.entries(verbs).map(([role, verbs]) => {
        const metadata = {
          name: `${name}-${kind.toLowerCase()}-${role}`,
          labels: { ...given.labels, ...recommended, [`rbac.authorization.k8s.io/aggregate-to-${role}`]: 'true' },
          annotations: { ...annotations },
        };
        const rules = [
          { apiGroups: [group], resources: [plural], verbs: [...verbs] },
          { apiGroups: [group], resources: [`${plural}/status`], verbs: ['get'] },
        ];
        const object = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata, rules };
        return clusterScoped(new ApiObject(this, `${plural}.${group}-${role}`, object));
      }),
    );
  }
}

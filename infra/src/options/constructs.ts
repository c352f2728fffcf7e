import { monitoringOptions } from './monitoring.ts';
import { operatorEnvironment, operatorMetrics } from './operator.ts';
import { anyObject, boolean, extended, group, list, needed, object, oneOf, option, text, typed } from './schema.ts';
import {
  addedLabels,
  annotations,
  declaration,
  installationName,
  label,
  labels,
  metadata,
  namespaceName,
  objectName,
} from './values.ts';

const ours = "- Kubewright's own operators";
const added = {
  labels: option(addedLabels, 'Labels of every object, beside the recommended ones.', '- none'),
  annotations: option(annotations, 'Annotations of every object.', '- none'),
};
const some = list(text(), { minimum: 1 });

export const convertingOperator = group(
  'ConvertingOperator',
  'An installation of the operator, as far as API servers need it for conversions.',
  {
    ...{ namespace: operatorEnvironment.shape['namespace'] ?? text() },
    ...{ namespaces: operatorEnvironment.shape['namespaces'] ?? text() },
    ...{ webhooks: operatorEnvironment.shape['webhooks'] ?? text() },
    name: option(installationName, '', "- the operator's name"),
  },
);

export const definitionsProps = group('CustomResourceDefinitionsProps', '', {
  declaration: option(declaration, 'The operator whose CustomResourceDefinitions are deployed.', ours),
  keep: option(
    boolean,
    'Sets annotations by which Argo CD, Flux and Helm never prune the definitions: the deletion of a definition deletes ' +
      'every resource of its kind.',
    'true',
  ),
  rollbackGuard: option(
    boolean,
    'Leaves definitions as they are when an older version is applied, as by a rollback: otherwise fields that only the ' +
      'newer one has are erased from stored objects. Needs Kubernetes 1.36.',
    'true',
  ),
  operator: option(
    convertingOperator,
    'The installation that converts objects between the versions of a kind: as it is deployed.',
    '- none: no kind may have versions that are converted',
  ),
  ...added,
});

export const grantedWebhooks = group(
  'GrantedWebhooks',
  'How the webhooks of an operator are served, as far as its permissions depend on it.',
  {
    ownCertificate: needed(
      boolean,
      'Whether the operator makes its certificate itself: it keeps it in a Secret, and sets `caBundle`.',
    ),
  },
);

const account = typed(
  object({ name: objectName, namespace: namespaceName }),
  '{ readonly name: string; readonly namespace: string }',
);

export const rbacProps = group('OperatorRbacProps', '', {
  declaration: option(declaration, 'The operator that gets the permissions.', ours),
  name: option(installationName, 'Name of the roles and their bindings.', "- the operator's name"),
  serviceAccount: needed(
    account,
    'The ServiceAccount of the operator. The Lease for leader election is in the same namespace.',
  ),
  namespaces: option(
    list(namespaceName, { minimum: 1 }),
    'Namespaces in which the permissions are granted, by a Role in each of them. They must exist. Permissions for kinds ' +
      'that live in no namespace are granted by a ClusterRole `<name>-cluster-scoped`.',
    '- the whole cluster, by a ClusterRole',
  ),
  controllers: option(
    some,
    'Names of the controllers that run: only their permissions are granted.',
    '- all that are declared',
  ),
  inUseName: option(
    objectName,
    'Name of the LimitRange in which the operator says which resources need it.',
    '- it says that nowhere',
  ),
  leaseName: option(objectName, 'Name of the Lease.', "- the declaration's"),
  secureMetrics: option(
    boolean,
    'Grants the cluster-wide permissions to check the tokens of metrics clients. Also creates the ClusterRole ' +
      '`<name>-metrics-reader`: bind the readers of the metrics to it.',
    'false',
  ),
  webhooks: option(
    grantedWebhooks,
    "Grants what the declared webhooks need: their own requests as those of the controllers. The upkeep of the operator's " +
      'own certificate is granted by a Role and a ClusterRole `<name>-webhooks`, both limited to the names of its objects; ' +
      'the ClusterRole is there even if `namespaces` is set.',
    '- the operator serves no webhooks',
  ),
  annotations: option(annotations, 'Annotations of every role and binding.', '- none'),
  labels: option(labels, 'Labels of every role and binding.', '- the recommended labels, component `operator`'),
});

export const rolesProps = group('AggregatedRolesProps', '', {
  declaration: option(declaration, 'The operator whose kinds these are.', ours),
  name: option(
    installationName,
    'Name of this installation: the roles are named `<name>-<kind>-<role>`.',
    "- the operator's name",
  ),
  ...added,
});

export const policiesProps = group('AdmissionPoliciesProps', '', {
  declaration: option(declaration, 'The operator whose policies are deployed.', ours),
  name: option(
    installationName,
    'Name of this installation: the objects are named `<name>-<policy>`.',
    "- the operator's name",
  ),
  namespace: option(
    namespaceName,
    'Namespace of the operator itself, whose objects no policy touches.',
    "- the chart's",
  ),
  namespaces: option(
    list(namespaceName, { minimum: 1 }),
    'The namespaces whose objects are checked and completed.',
    '- all, except for `kube-system` and that of the operator',
  ),
  mode: option(
    oneOf('enforce', 'warn'),
    '`warn` refuses nothing and completes nothing: who writes what would be refused is warned. To try policies in a ' +
      'cluster with objects that they do not know.',
    "'enforce'",
  ),
  ...added,
});

export const healthProps = group('ArgoCdHealthChecksProps', '', {
  metadata: option(metadata, "Metadata of the ConfigMap with Argo CD's settings.", '- `argocd-cm` in `argocd`'),
  declaration: option(declaration, '', ours),
  applications: option(
    boolean,
    'Adds the health of Applications themselves, for which the sync waves of Applications wait. It is for all Applications ' +
      'of this Argo CD that are objects of another one.',
    'false',
  ),
});

export const operatorMonitoringProps = extended(
  monitoringOptions,
  group('OperatorMonitoringProps', '', {
    namespace: needed(namespaceName, 'Namespace of the operator.'),
    name: option(installationName, 'Name of the installation.', "- the operator's name"),
    controllers: option(
      some,
      'The controllers that run: the value of `controllers` of the `Operator`.',
      '- all that are declared',
    ),
    metrics: needed(
      operatorMetrics,
      "Who may read the operator's metrics: the value of `metrics` of the `Operator`, with `secure` or `plain`.",
    ),
    commonLabels: option(
      addedLabels,
      'Labels of every object, beside the recommended ones: `labels` are only for what a Prometheus selects.',
      '- none',
    ),
    annotations: option(annotations, 'Annotations of every object.', '- none'),
    declaration: option(declaration, '', ours),
  }),
);

/** Beside `operator`, which is a construct. */
export const removalGuardOptions = group('RemovalGuardOptions', 'What is said of the guard of an operator.', {
  declaration: option(declaration, 'The declaration from which the operator is made.', '- that of the operator'),
  controllers: option(list(label), 'Names of the controllers that run.', '- those of the operator'),
  keep: option(
    boolean,
    'Whether prunes keep both objects. `false` is for what is deleted in order, the guard last.',
    'true',
  ),
  ...added,
});

/** As `RemovalGuardProps` says. */
export const removalGuardProps = object({ ...removalGuardOptions.shape, operator: anyObject('an Operator') });

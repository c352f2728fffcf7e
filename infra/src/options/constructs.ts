import { monitoringOptions } from './monitoring.ts';
import { operatorEnvironment, operatorMetrics } from './operator.ts';
import {
  anyObject,
  boolean,
  extendGroup,
  group,
  list,
  needed,
  object,
  oneOf,
  option,
  text,
  withType,
} from './schema.ts';
import {
  addedLabels,
  annotations,
  declaration,
  installationName,
  labels,
  metadata,
  namespaceName,
  objectName,
} from './values.ts';

const ours = "- Kubewright's own operator";
const added = {
  labels: option(addedLabels, 'Labels of every object, added to the recommended ones.', '- none'),
  annotations: option(annotations, 'Annotations of every object.', '- none'),
};
const some = list(text(), { minimum: 1 });

export const convertingOperator = group(
  'ConvertingOperator',
  'The installation that API servers call to convert objects.',
  {
    ...{ namespace: operatorEnvironment.shape['namespace'] ?? text() },
    ...{ namespaces: operatorEnvironment.shape['namespaces'] ?? text() },
    ...{ webhooks: operatorEnvironment.shape['webhooks'] ?? text() },
    name: option(installationName, 'Name of the installation.', "- the operator's name"),
  },
);

export const definitionsProps = group('CustomResourceDefinitionsProps', '', {
  declaration: option(declaration, 'The operator whose CustomResourceDefinitions are deployed.', ours),
  keep: option(
    boolean,
    'Annotates the CRDs so that Argo CD, Flux and Helm never prune them: deleting a CRD deletes its custom resources.',
    'true',
  ),
  rollbackGuard: option(
    boolean,
    'Retains newer CRDs when an older version is applied, which would erase fields of stored objects. Needs ' +
      'Kubernetes 1.36.',
    'true',
  ),
  operator: option(
    convertingOperator,
    'The installation of the operator that converts objects, with the options with which it is deployed.',
    '- none: allowed only if no kind has a conversion',
  ),
  ...added,
});

export const grantedWebhooks = group('GrantedWebhooks', 'The webhook options that determine permissions.', {
  ownCertificate: needed(
    boolean,
    'Whether the operator issues the webhook certificate, stores the certificate in a Secret, and sets `caBundle`.',
  ),
});

const account = withType(
  object({ name: objectName, namespace: namespaceName }),
  '{ readonly name: string; readonly namespace: string }',
);

export const rbacProps = group('OperatorRbacProps', '', {
  declaration: option(declaration, 'The operator that gets the permissions.', ours),
  name: option(installationName, 'Name of the roles and their bindings.', "- the operator's name"),
  serviceAccount: needed(
    account,
    "The operator's ServiceAccount. The Lease is in the namespace of the ServiceAccount.",
  ),
  namespaces: option(
    list(namespaceName, { minimum: 1 }),
    'Grants the permissions with a Role in each of these namespaces, which must exist. The ClusterRole ' +
      '`<name>-cluster-scoped` grants those for cluster-scoped kinds.',
    '- the whole cluster, with a ClusterRole',
  ),
  controllers: option(some, 'The controllers to grant permissions for.', '- all declared controllers'),
  inUseName: option(
    objectName,
    'The LimitRange in which the operator records the custom resources that need it.',
    '- none',
  ),
  leaseName: option(objectName, 'Name of the Lease.', "- the declaration's"),
  secureMetrics: option(
    boolean,
    'Lets the operator check tokens of metrics clients, cluster-wide. Also creates the ClusterRole ' +
      '`<name>-metrics-reader` to bind these clients to.',
    'false',
  ),
  webhooks: option(
    grantedWebhooks,
    'Grants what the declared webhooks need. A Role and a ClusterRole `<name>-webhooks` let the operator maintain ' +
      'its own certificate; both are limited to its objects with `resourceNames`, and the ClusterRole exists even if ' +
      '`namespaces` is set.',
    '- the operator serves no webhooks',
  ),
  annotations: option(annotations, 'Annotations of every role and binding.', '- none'),
  labels: option(labels, 'Labels of every role and binding.', '- the recommended labels, component `operator`'),
});

export const rolesProps = group('AggregatedRolesProps', '', {
  declaration: option(declaration, 'The operator that serves the kinds.', ours),
  name: option(installationName, 'The installation. Roles are named `<name>-<kind>-<role>`.', "- the operator's name"),
  ...added,
});

export const policiesProps = group('AdmissionPoliciesProps', '', {
  declaration: option(declaration, 'The operator whose policies are deployed.', ours),
  name: option(installationName, 'The installation. Objects are named `<name>-<policy>`.', "- the operator's name"),
  namespace: option(namespaceName, "The operator's namespace, which policies skip.", "- the chart's"),
  namespaces: option(
    list(namespaceName, { minimum: 1 }),
    'The namespaces in which policies validate and mutate objects.',
    "- all except `kube-system` and the operator's",
  ),
  mode: option(
    oneOf('enforce', 'warn'),
    '`warn` only warns about writes that `enforce` rejects, and changes nothing. Use it to try policies in a ' +
      'cluster with existing objects.',
    "'enforce'",
  ),
  ...added,
});

export const healthProps = group('ArgoCdHealthChecksProps', '', {
  metadata: option(metadata, "Metadata of the ConfigMap with Argo CD's settings.", '- `argocd-cm` in `argocd`'),
  declaration: option(declaration, '', ours),
  applications: option(
    boolean,
    'Also adds the health of Applications, so that sync waves wait for nested Applications.',
    'false',
  ),
});

export const operatorMonitoringProps = extendGroup(
  monitoringOptions,
  group('OperatorMonitoringProps', '', {
    namespace: needed(namespaceName, 'Namespace of the operator.'),
    name: option(installationName, 'Name of the installation.', "- the operator's name"),
    controllers: option(some, 'The value of `controllers` of the `Operator`.', '- all declared controllers'),
    metrics: needed(operatorMetrics, 'The value of `metrics` of the `Operator`, with `secure` or `plain`.'),
    commonLabels: option(
      addedLabels,
      'Labels of every object, added to the recommended ones. (Prometheus selects by `labels`.)',
      '- none',
    ),
    annotations: option(annotations, 'Annotations of every object.', '- none'),
    declaration: option(declaration, '', ours),
  }),
);

/** Excludes the prop `operator`, because its value is a construct and not data. */
export const removalGuardOptions = group('RemovalGuardOptions', 'The options of the guard of an operator.', {
  keep: option(
    boolean,
    'Retains both objects when pruning. Use `false` if you delete in order, the guard last.',
    'true',
  ),
  ...added,
});

/** Schema of `RemovalGuardProps`. */
export const removalGuardProps = object({ ...removalGuardOptions.shape, operator: anyObject('an Operator') });

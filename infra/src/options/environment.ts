import { monitoringOptions } from './monitoring.ts';
import { operatorEnvironment, operatorOptions } from './operator.ts';
import { environmentPetStore } from './pet-store.ts';
import { boolean, extended, group, inheriting, list, needed, object, oneOf, option, typed } from './schema.ts';
import { annotations, declaration, installationName, label, labels, namespaceName } from './values.ts';

export const environmentNamespace = group('EnvironmentNamespace', 'The namespace in which the operator itself runs.', {
  create: option(boolean, 'Whether it is created. `false`: it exists, and is left alone.', 'true'),
  labels: option(labels, 'Labels, over those of Pod Security.', '- none'),
  annotations: option(annotations, '', '- none'),
});

export const environment = extended(
  operatorEnvironment,
  group(
    'Environment',
    'One environment in which the operator runs, as plain data. Each has a folder of manifests, and can be deployed by Pulumi.',
    {
      name: needed(
        label,
        'Name of the environment: of its folder of manifests and of its stack. No object is named by it: that is what ' +
          '`installation` is for.',
      ),
      createNamespaces: option(
        list(namespaceName),
        "Namespaces to create for users' resources: in a unit of their own, and kept as `crds` says of definitions.",
        '- none',
      ),
      ownNamespace: option(
        environmentNamespace,
        'The namespace of the operator.',
        '- it is created, and enforces Pod Security "restricted"',
      ),
      crds: option(
        oneOf('keep', 'prune', 'skip'),
        'The CustomResourceDefinitions: `keep` them whatever prunes, because each takes all resources of its kind along; ' +
          '`prune` them with everything else; or `skip` them, as somebody else deploys them.',
        "'keep'",
      ),
      removalGuard: option(
        boolean,
        'Refuses to delete the operator while there are resources with its finalizers, by a `RemovalGuard`. It is deployed ' +
          'with the definitions if their chart is in the same app and has the environment, else with the operator.',
        'true; required if `crds` is `skip` and `namespaces` are given, because the guard is cluster-scoped',
      ),
      rollbackGuard: option(
        boolean,
        'Leaves the CustomResourceDefinitions as they are when an older version is applied, as a rollback does. `false` is ' +
          'for clusters older than Kubernetes 1.36: keep the newer definitions yourself there.',
        'true',
      ),
      aggregatedRoles: option(
        boolean,
        'Lets those who may edit or view a namespace edit or view the kinds of the operator in it, by ClusterRoles that ' +
          'Kubernetes aggregates.',
        'false',
      ),
      policies: option(
        oneOf('enforce', 'warn', 'off'),
        'What the admission policies of the operator do: `enforce`, only `warn`, or nothing, as they are not deployed ' +
          '(`off`). They are cluster-scoped objects, also if `namespaces` limits what they look at.',
        "'enforce', or 'off' if `namespaces` is set",
      ),
      petStore: option(
        environmentPetStore,
        'Deploys a pet store, and samples of Pet. Set its address in `settings.petstoreAddress`.',
        '- no store: the Pet operator calls the store in its settings',
      ),
      samples: option(boolean, 'Whether the samples are a unit of the manifests.', 'true'),
      samplesNamespace: option(namespaceName, 'Namespace of the samples.', "'default'"),
      monitoring: option(
        monitoringOptions,
        'Deploys objects of the Prometheus Operator, whose CustomResourceDefinitions the cluster must have. `{}` is ' +
          'enough. Needs `metrics` with `secure` or `plain`.',
        '- none',
      ),
    },
  ),
);

/** An environment of charts, or one without a name. */
const anyEnvironment = typed(object({ ...environment.shape, name: label.optional() }), 'OperatorEnvironment');

export const operatorProps = inheriting(
  extended(
    operatorOptions,
    group('OperatorProps', '', {
      environment: option(
        anyEnvironment,
        'Values for the other options, which are merged over it: objects at every depth, all else is replaced, and `null` ' +
          'removes what it has.',
        '- none',
      ),
      declaration: option(declaration, 'The operator to deploy.', "- Kubewright's own operators"),
      name: option(
        installationName,
        'Name of this installation: of its Deployment, ServiceAccount, roles and Lease. Give a second installation in the ' +
          'same cluster another name.',
        "- `installation` of the environment, else the operator's name",
      ),
      namespace: option(
        namespaceName,
        'Namespace of the operator itself; it must exist.',
        "- the environment's, else the chart's",
      ),
    }),
  ),
  'Overrides<OperatorOptions>',
);

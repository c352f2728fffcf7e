import { monitoringOptions } from './monitoring.ts';
import { operatorEnvironment, operatorOptions } from './operator.ts';
import { environmentPetStore } from './pet-store.ts';
import { boolean, extendGroup, group, inheritFrom, list, needed, object, oneOf, option, withType } from './schema.ts';
import { annotations, declaration, installationName, label, labels, namespaceName } from './values.ts';

export const environmentNamespace = group('EnvironmentNamespace', 'The namespace in which the operator itself runs.', {
  create: option(
    boolean,
    'Whether to create the namespace. `false`: the namespace exists, and stays unchanged.',
    'true',
  ),
  labels: option(labels, 'Labels, which override those of Pod Security.', '- none'),
  annotations: option(annotations, '', '- none'),
});

export const environment = extendGroup(
  operatorEnvironment,
  group(
    'Environment',
    'One environment, as plain data. Each has a folder of manifests, and can be deployed with Pulumi.',
    {
      name: needed(
        label,
        'Name of the environment: of its folder of manifests, and of Applications or Kustomizations. `installation` names the objects.',
      ),
      createNamespaces: option(
        list(namespaceName),
        'Namespaces to create for custom resources, in their own stage. `crds` determines whether they are retained.',
        '- none',
      ),
      ownNamespace: option(
        environmentNamespace,
        'The namespace of the operator.',
        '- a new namespace with Pod Security "restricted"',
      ),
      crds: option(
        oneOf('keep', 'prune', 'skip'),
        '`keep`: never prune CRDs, because deleting a CRD deletes its custom resources. `prune`: prune them with ' +
          'the rest. `skip`: you deploy them elsewhere.',
        "'keep'",
      ),
      removalGuard: option(
        boolean,
        'Rejects the deletion of the operator while custom resources have its finalizers, with a `RemovalGuard`. It is ' +
          'deployed with the CRDs if their chart is in the same app and has the environment, else with the operator.',
        'true; required if `crds` is `skip` and `namespaces` is set, because the guard is cluster-scoped',
      ),
      rollbackGuard: option(
        boolean,
        'Retains newer CRDs when a rollback applies older ones. Needs Kubernetes 1.36: on older clusters set ' +
          '`false`, and retain the newer CRDs yourself.',
        'true',
      ),
      aggregatedRoles: option(
        boolean,
        "Lets users with `admin`, `edit` or `view` in a namespace edit or view the operator's kinds there, via " +
          'aggregated ClusterRoles.',
        'false',
      ),
      policies: option(
        oneOf('enforce', 'warn', 'off'),
        "What the operator's admission policies do; `off` does not deploy them. They are cluster-scoped objects, " +
          'even if `namespaces` limits them.',
        "'enforce', or 'off' if `namespaces` is set",
      ),
      petStore: option(
        environmentPetStore,
        'The pet store that `PetStoreChart` deploys; `SamplesChart` then includes samples of Pet. Set `settings.petstoreAddress` to the address of the store.',
        '- none: the Pet operator calls the store whose address is in `settings.petstoreAddress`',
      ),
      samples: option(boolean, "Whether Kubewright's own manifests and Pulumi program include the samples.", 'true'),
      samplesNamespace: option(namespaceName, 'Namespace of the samples.', "'default'"),
      monitoring: option(
        monitoringOptions,
        'Creates a ServiceMonitor and a PrometheusRule; the cluster needs their CRDs. `{}` is enough. Needs ' +
          '`metrics` with `secure` or `plain`.',
        '- none',
      ),
    },
  ),
);

/** An environment whose `name` is optional, because only charts require it. */
const anyEnvironment = withType(object({ ...environment.shape, name: label.optional() }), 'OperatorEnvironment');

export const operatorProps = inheritFrom(
  extendGroup(
    operatorOptions,
    group('OperatorProps', '', {
      environment: option(
        anyEnvironment,
        'The environment. The other options override it: maps merge at every depth, other values are replaced, and ' +
          '`null` removes a value.',
        '- none',
      ),
      declaration: option(declaration, 'The operator to deploy.', "- Kubewright's own operator"),
      name: option(
        installationName,
        'Name of the installation: of its Deployment, ServiceAccount, roles and Lease. A second one in a cluster ' +
          'needs another name.',
        "- `installation` of the environment, else the operator's name",
      ),
      namespace: option(
        namespaceName,
        'Namespace of the operator, which must exist.',
        "- the environment's, else the chart's",
      ),
    }),
  ),
  'Overrides<OperatorOptions>',
);

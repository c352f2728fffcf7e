import { environment } from './environment.ts';
import { installationName, label, namespaceName } from './names.ts';
import { operatorOptions } from './operator.ts';
import { anyObject, extended, group, inheriting, object, option, typed } from './schema.ts';

/** What is in it is checked where it is used, by `parseDeclaration`. */
export const declaration = typed(
  anyObject('the declaration of an operator, as loadDeclaration() returns it'),
  'OperatorDeclaration',
  '@kubewright/declaration',
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

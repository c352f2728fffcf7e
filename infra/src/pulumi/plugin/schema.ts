/**
 * The schema of the package for programs in any language of Pulumi: types of inputs and outputs, from which
 * `pulumi package add` generates an SDK.
 */
export function packageSchema(version: string): object {
  return {
    name: 'kubewright',
    version,
    description: "Operators in a Kubernetes cluster: Kubewright's own, or any with a declaration.",
    resources: { [operatorRelease]: { isComponent: true, description, inputProperties, requiredInputs, ...outputs } },
  };
}

export const operatorRelease = 'kubewright:infra:OperatorRelease';

const description = 'An operator in a cluster: its CRDs, the operator, and samples if wanted.';
const anything = { $ref: 'pulumi.json#/Any' };

const inputProperties = {
  environment: {
    ...anything,
    description: 'The environment, as environment.schema.json has it, or the path of its file.',
  },
  declaration: {
    ...anything,
    description:
      "The operator's declaration with its CRDs, or the path of declaration.json. Default: Kubewright's operators.",
  },
  name: { type: 'string', plain: true, description: "Name of this installation. Default: the operator's name." },
  samples: { type: 'boolean', plain: true, description: "Whether to deploy a sample of each of Kubewright's kinds." },
};

const requiredInputs = ['environment'];

const text = (meaning: string): object => ({ type: 'string', description: meaning });

const properties = {
  namespace: text('Namespace of the operator.'),
  deployment: text("Name of the operator's Deployment."),
  serviceAccount: text("Name of the operator's ServiceAccount."),
  metricsService: text("Name of the Service of the operator's metrics, if the environment has one."),
  image: text('Reference of the image.'),
  crds: { type: 'array', items: { type: 'string' }, description: 'Names of the CustomResourceDefinitions.' },
};

const outputs = { properties, required: Object.keys(properties).filter((name) => name !== 'metricsService') };

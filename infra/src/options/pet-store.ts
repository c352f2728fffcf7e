import { addedLabels, annotations, namespaceName, objectName, serviceName } from './values.ts';
import { operatorImage, operatorResources } from './operator.ts';
import { either, group, integer, needed, oneOf, option, withType, value } from './schema.ts';

export const petStoreData = group('PetStoreData', 'The volume for the file with the pets.', {
  sizeGibibytes: option(integer(1), '', '1'),
  storageClass: option(objectName, '', "- the cluster's default class"),
});

const share = withType(
  value('"never", "always", or a share above 0 and at most 1', { json: { type: 'number' } }, (given) => {
    return typeof given === 'number' && given > 0 && given <= 1;
  }),
  'number',
);

const fields = {
  name: option(serviceName, 'Name of the Deployment, the Service and the claim.', "'petstore-service'"),
  data: option(petStoreData, 'Keeps the pets on a volume.', '- in memory: they are lost when the Pod is deleted'),
  nodePort: option(
    integer(30_000, 32_767),
    'Opens this port on every node (30000 to 32767). The store neither authenticates clients nor encrypts connections.',
    '- only Pods reach the store',
  ),
  sampling: option(
    either('"never", "always", or a share above 0 and at most 1', oneOf('never', 'always'), share),
    'Which requests are logged: none, all, or a share above 0 and at most 1.',
    "'never'",
  ),
  resources: option(operatorResources, '', '- 10m CPU and 64Mi, at most 256Mi'),
  labels: option(addedLabels, 'Labels of every object, added to the recommended ones.', '- none'),
  annotations: option(annotations, 'Annotations of every object.', '- none'),
};

export const petStoreProps = group('PetStoreProps', '', {
  ...fields,
  namespace: option(
    namespaceName,
    'Namespace of the store, which must exist.',
    "- the namespace of the chart, else 'petstore'",
  ),
  image: option(
    operatorImage,
    "The image of Kubewright's operators, which contains the store.",
    "- the published image of this package's version",
  ),
});

export const environmentPetStore = group(
  'EnvironmentPetStore',
  'The pet store of an environment. It uses the image of the operator.',
  { ...fields, namespace: needed(namespaceName, 'Namespace of the store. It is created.') },
);

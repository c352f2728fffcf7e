import { monitoringShapes, operatorOptions, petStoreShapes } from '../constructs/index.ts';
import {
  annotations,
  boolean,
  installationName,
  label,
  labels,
  list,
  namespaceName,
  object,
  oneOf,
} from '../shape/index.ts';

/** One environment, as `Environment` says. */
export const environmentShape = object(
  { name: label, namespace: namespaceName },
  {
    ...operatorOptions,
    installation: installationName,
    createNamespaces: list(namespaceName),
    ownNamespace: object({}, { create: boolean, labels, annotations }),
    rollbackGuard: boolean,
    crds: oneOf('keep', 'prune', 'skip'),
    aggregatedRoles: boolean,
    policies: oneOf('enforce', 'warn', 'off'),
    petStore: object({ namespace: namespaceName }, petStoreShapes),
    samples: boolean,
    samplesNamespace: namespaceName,
    monitoring: object({}, monitoringShapes),
  },
);

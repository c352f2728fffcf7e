import { existsSync } from 'node:fs';
import path from 'node:path';

import { createManifestsApp, listStages } from '@kubewright/infra';

import type { PlainObject } from '@kubewright/declaration';
import { readManifests } from '../../support/manifests.ts';
import type { DeliveryMethod } from './delivery-method.ts';

const units = ['crds', 'namespaces', 'operator', 'pet-store', 'samples'] as const;

/** The output of a user's cdk8s app, which kubectl, Argo CD and Flux apply. */
export const yaml: DeliveryMethod = {
  name: 'YAML',
  objects: (environment, declaration) =>
    listStages(createManifestsApp({ environments: [environment], ...(declaration && { declaration }) })).flatMap(
      ({ objects }) => objects,
    ),
  additions: [],
};

/** The committed manifests of an environment, which kubectl, Argo CD and Flux apply. */
export function readCommitted(environment: string): readonly PlainObject[] {
  const folder = path.join(import.meta.dirname, '../../../infra/manifests', environment);
  return units
    .filter((unit) => existsSync(path.join(folder, unit)))
    .flatMap((unit) => readManifests(environment, unit) as readonly PlainObject[]);
}

import { existsSync } from 'node:fs';
import path from 'node:path';

import { manifestsApp, unitsOf } from '@kubewright/infra';

import type { PlainObject } from '@kubewright/declaration';
import { readManifests } from '../../support/manifests.ts';
import type { Way } from './way.ts';

const units = ['crds', 'namespaces', 'operator', 'pet-store', 'samples'] as const;

/** What the app of a user synthesizes, which kubectl, Argo CD and Flux apply. */
export const yaml: Way = {
  name: 'YAML',
  objects: (environment, declaration) =>
    unitsOf(manifestsApp({ environments: [environment], ...(declaration && { declaration }) })).flatMap(
      ({ objects }) => objects,
    ),
  additions: [],
};

/** The committed manifests of an environment, which kubectl, Argo CD and Flux apply. */
export function committed(environment: string): readonly PlainObject[] {
  const folder = path.join(import.meta.dirname, '../../../infra/manifests', environment);
  return units
    .filter((unit) => existsSync(path.join(folder, unit)))
    .flatMap((unit) => readManifests(environment, unit) as readonly PlainObject[]);
}

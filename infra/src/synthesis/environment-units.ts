import type { Environment } from '../options/index.ts';
import type { Unit } from '../gitops/index.ts';
import { ourManifests } from './our-manifests.ts';
import { unitsOf } from './units.ts';

/** The units of an environment of ours with their objects, in the order in which they are applied. */
export function environmentUnits(environment: Environment): readonly Unit[] {
  return unitsOf(ourManifests({ environments: [environment] }));
}

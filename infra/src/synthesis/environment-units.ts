import type { Environment } from '../environments/index.ts';
import { type Unit, unitsOf } from '../objects/index.ts';
import { ourManifests } from './our-manifests.ts';

/** The units of an environment of ours with their objects, in the order in which they are applied. */
export function environmentUnits(environment: Environment): Unit[] {
  const { charts } = ourManifests({ environments: [environment] });
  return unitsOf(charts.filter(({ node }) => node.scope?.node.id === environment.name));
}

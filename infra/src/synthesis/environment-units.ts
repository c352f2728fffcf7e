import type { Environment } from '../environments/index.ts';
import { type Unit, unitsOf } from '../objects/index.ts';
import { manifestsApp } from './manifests-app.ts';

/** The units of an environment with their objects, in the order in which they are applied. */
export function environmentUnits(environment: Environment): Unit[] {
  const { charts } = manifestsApp([environment]);
  return unitsOf(charts.filter(({ node }) => node.scope?.node.id === environment.name));
}

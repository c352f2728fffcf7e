import type { PlainObject } from '../objects/index.ts';
import { bundleFiles } from './bundle-files.ts';
import { clusterServiceVersion, type Deployed } from './cluster-service-version.ts';
import { leftOut, manifestObjects } from './manifest-objects.ts';
import type { OlmBundle, OlmBundleOptions } from './options.ts';
import { planBundle } from './plan.ts';
import { definitionObjects, operatorObjects } from './synthesize.ts';

/**
 * A bundle of what the charts deploy: the Deployment and the rules of the roles are those that the constructs synthesize, the
 * definitions are the same objects.
 *
 * Guarantees: no object has a namespace of its own; every path of a descriptor exists in its schema; `leftOut` names what a
 * bundle cannot have.
 *
 * Throws if an option is wrong or contradicts the declaration, with everything that is wrong.
 */
export function olmBundle(options: OlmBundleOptions): OlmBundle {
  const plan = planBundle(options);
  const deployed: Deployed = { operator: operatorObjects(plan), definitions: definitionObjects(plan) };
  const version = clusterServiceVersion(deployed, plan);
  const objects: readonly PlainObject[] = [...deployed.definitions, ...manifestObjects(deployed.operator)];
  const bundle = {
    name: plan.name,
    package: plan.package,
    version: plan.version,
    channels: plan.channels,
    clusterServiceVersion: version,
    objects,
    leftOut: leftOut(deployed.operator, plan),
  };
  return { ...bundle, files: bundleFiles(bundle) };
}

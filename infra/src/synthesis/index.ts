/**
 * From environments to files. `manifests.ts` creates the constructs, and the folders of what of them is deployed together;
 * `our-manifests.ts` has what is written for this project.
 */
export {
  manifestsApp,
  type ManifestsAppProps,
  type ManifestsOptions,
  renderManifests,
  unitsOf,
  writeManifests,
} from './manifests.ts';
export { ourManifests, ourOptions } from './our-manifests.ts';

/**
 * From environments to files. `manifests.ts` creates the constructs, and the folders of what of them is deployed together;
 * `our-manifests.ts` has what is written for this project.
 */
export {
  createManifestsApp,
  type ManifestsAppProps,
  type ManifestsOptions,
  renderManifests,
  listStages,
  writeManifests,
} from './manifests.ts';
export { buildOurManifests, ourOptions } from './our-manifests.ts';

/**
 * Renders environments into files. `manifests.ts` creates the constructs and the folders of stages; `our-manifests.ts`
 * renders this project's own manifests.
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

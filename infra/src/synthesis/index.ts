/**
 * From environments to files. `manifests-app.ts` creates the constructs, and `units.ts` has what of them is deployed
 * together. `render-manifests.ts` computes the files, and `write-manifests.ts` writes them. `our-manifests.ts` does so
 * for the manifests of this project.
 */
export { manifestsApp, type ManifestsAppProps } from './manifests-app.ts';
export { ourManifests, ourOptions } from './our-manifests.ts';
export { type ManifestsOptions, renderManifests } from './render-manifests.ts';
export { unitsOf } from './units.ts';
export { writeManifests } from './write-manifests.ts';

/**
 * From environments to files. `manifests-app.ts` creates the constructs, and `units.ts` has what of them is deployed
 * together. `render-manifests.ts` computes the folders (`folder.ts`) and their files, with those for Argo CD and Flux from
 * `gitops-folders.ts`. `write-manifests.ts` writes them, and `our-manifests.ts` has what is written for this project.
 */
export { manifestsApp, type ManifestsAppProps } from './manifests-app.ts';
export { ourManifests, ourOptions } from './our-manifests.ts';
export { type ManifestsOptions, renderManifests } from './render-manifests.ts';
export { unitsOf } from './units.ts';
export { writeManifests } from './write-manifests.ts';

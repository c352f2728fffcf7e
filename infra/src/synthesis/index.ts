/** From environments to files: `manifests-app.ts` builds the constructs, `write-manifests.ts` lays them out. */
export { manifestsApp } from './manifests-app.ts';
export { renderManifests, writeManifests } from './write-manifests.ts';

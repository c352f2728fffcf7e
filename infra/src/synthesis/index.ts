/** From environments to files: `manifests-app.ts` creates the constructs, `write-manifests.ts` writes the files. */
export { manifestsApp } from './manifests-app.ts';
export { renderManifests, writeManifests } from './write-manifests.ts';

/** What `npx cdk8s synth` runs: every environment's manifests, into the folder that cdk8s.yaml names. */
import { environments } from './environments/index.ts';
import { manifestsApp, writeManifests } from './synthesis/index.ts';

writeManifests(manifestsApp(environments));

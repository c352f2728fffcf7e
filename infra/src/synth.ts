/** The program of `npx cdk8s synth`: writes the manifests of all environments into the folder that cdk8s.yaml names. */
import { environments } from './environments/index.ts';
import { manifestsApp, writeManifests } from './synthesis/index.ts';

writeManifests(manifestsApp(environments));

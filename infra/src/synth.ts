/** The program of `npx cdk8s synth`: writes the manifests of all environments into the folder that cdk8s.yaml names. */
import { buildOurManifests, ourOptions, writeManifests } from './synthesis/index.ts';

writeManifests(buildOurManifests(), ourOptions);

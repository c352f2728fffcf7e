/** The program of `npx cdk8s synth`: writes the manifests of all environments into the folder that cdk8s.yaml names. */
import { writeManifests } from './synthesis/manifests.ts';
import { buildOurManifests, ourOptions } from './synthesis/our-manifests.ts';

writeManifests(buildOurManifests(), ourOptions);

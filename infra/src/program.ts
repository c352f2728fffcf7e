/** The program of `pulumi up`: deploys the environment in the stack's configuration. */
import { OperatorRelease, releaseConfig } from './pulumi/index.ts';

const release = new OperatorRelease('kubewright', releaseConfig());

export const { namespace, deployment, image, crds } = release;

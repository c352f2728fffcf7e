/** What `pulumi up` runs: the stack's configuration says which environment. */
import { OperatorRelease, releaseConfig } from './pulumi/index.ts';

const release = new OperatorRelease('kubewright', releaseConfig());

export const { namespace, deployment, image, crds } = release;

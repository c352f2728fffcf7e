/** The program of `pulumi up`: deploys the environment in the stack's configuration. */
import { core } from '@pulumi/kubernetes';

import { OperatorRelease, readReleaseConfig } from './pulumi/index.ts';

// Every cluster has it. Only what is read shows in a preview that the cluster cannot be reached.
core.v1.Namespace.get('cluster', 'default');

const release = new OperatorRelease('kubewright', readReleaseConfig());

export const { namespace, deployment, serviceAccount, metricsService, image, crds } = release;

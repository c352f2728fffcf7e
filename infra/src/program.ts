/** The program of `pulumi up`: deploys the environment in the stack's configuration. */
import { core } from '@pulumi/kubernetes';

import { OperatorRelease, readReleaseConfig } from './pulumi/index.ts';

// Reads a namespace that every cluster has, because a preview notices an unreachable cluster only if it reads
// something.
core.v1.Namespace.get('cluster', 'default');

const release = new OperatorRelease('kubewright', readReleaseConfig());

export const { namespace, deployment, serviceAccount, metricsService, image, crds } = release;

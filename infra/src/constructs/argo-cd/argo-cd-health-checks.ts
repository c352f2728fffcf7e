import type { ApiObjectMetadata } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { anyDeclaration, boolean, object, optional } from '../../options/index.ts';

import type { OperatorDeclaration } from '../../declaration/index.ts';
import { Faults } from '../checks/index.ts';
import { givenDeclaration } from '../given-declaration.ts';
import { metadataShape } from '../metadata-shape.ts';
import { applicationHealthKey, applicationHealthLua } from './application-lua.ts';
import { argoCdHealthChecks } from './health-checks.ts';

export interface ArgoCdHealthChecksProps {
  /** Metadata of the ConfigMap with Argo CD's settings. @default - `argocd-cm` in `argocd` */
  readonly metadata?: ApiObjectMetadata;
  /** @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
  /**
   * Adds the health of Applications themselves, for which the sync waves of Applications wait. It is for all Applications
   * of this Argo CD that are objects of another one.
   *
   * @default false
   */
  readonly applications?: boolean;
}

const shape = object(optional({ metadata: metadataShape, declaration: anyDeclaration, applications: boolean }));

/**
 * Health checks of the operator's kinds, in the ConfigMap that Argo CD reads.
 *
 * It contains these keys only, and a real `argocd-cm` has more: apply it with server-side apply, or as a patch.
 */
export class ArgoCdHealthChecks extends Construct {
  constructor(scope: Construct, id: string, props: ArgoCdHealthChecksProps = {}) {
    super(scope, id);
    const faults = new Faults(this);
    const { metadata, declaration, applications = false } = faults.checked(props, shape);
    new k8s.KubeConfigMap(this, 'Resource', {
      metadata: {
        namespace: 'argocd',
        ...metadata,
        name: metadata?.name ?? 'argocd-cm',
        // Argo CD reads only ConfigMaps with this `part-of`.
        labels: {
          'app.kubernetes.io/name': 'argocd-cm',
          'app.kubernetes.io/part-of': 'argocd',
          ...metadata?.labels,
        },
      },
      data: {
        ...argoCdHealthChecks(givenDeclaration(declaration, faults)),
        ...(applications && { [applicationHealthKey]: applicationHealthLua }),
      },
    });
  }
}

import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';

import { applicationHealthKey, applicationHealthLua, argoCdHealthChecks } from '../api-objects/index.ts';
import { type ArgoCdHealthChecksProps, healthGroup } from '../options/index.ts';
import { givenDeclaration } from '../plan/index.ts';
import { faultsOf } from './add-objects.ts';

/**
 * Health checks of the operator's kinds, in the ConfigMap that Argo CD reads.
 *
 * It contains these keys only, and a real `argocd-cm` has more: apply it with server-side apply, or as a patch.
 */
export class ArgoCdHealthChecks extends Construct {
  constructor(scope: Construct, id: string, props: ArgoCdHealthChecksProps = {}) {
    super(scope, id);
    const faults = faultsOf(this);
    const { metadata, declaration, applications = false } = faults.checked(props, healthGroup);
    const checks = faults.attempt(() => argoCdHealthChecks(givenDeclaration(declaration, faults)), {});
    // Argo CD reads only ConfigMaps with this `part-of`.
    const labels = { 'app.kubernetes.io/name': 'argocd-cm', 'app.kubernetes.io/part-of': 'argocd' };
    new ApiObject(this, 'Resource', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        namespace: 'argocd',
        ...metadata,
        name: metadata?.name ?? 'argocd-cm',
        labels: { ...labels, ...metadata?.labels },
      },
      data: { ...checks, ...(applications && { [applicationHealthKey]: applicationHealthLua }) },
    });
  }
}

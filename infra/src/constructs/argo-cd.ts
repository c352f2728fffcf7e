import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';

import { applicationHealthKey, applicationHealthLua, renderArgoCdHealthChecks } from '../api-objects/argo-cd-health.ts';
import { type ArgoCdHealthChecksProps, healthGroup } from '../options/index.ts';
import { resolveDeclaration } from '../plan/index.ts';
import { collectOptionErrors } from './add-objects.ts';

/**
 * Health checks of the operator's kinds, in the ConfigMap that Argo CD reads.
 *
 * It contains only these keys, while a real `argocd-cm` has more: apply it with server-side apply, or as a patch.
 */
export class ArgoCdHealthChecks extends Construct {
  constructor(scope: Construct, id: string, props: ArgoCdHealthChecksProps = {}) {
    super(scope, id);
    const errors = collectOptionErrors(this);
    const { metadata, declaration, applications = false } = errors.validate(props, healthGroup);
    const checks = errors.attempt(() => renderArgoCdHealthChecks(resolveDeclaration(declaration, errors)), {});
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

import { App, Chart } from 'cdk8s';
import type { Environment } from '../options/index.ts';

import { OperatorChart } from '../charts/index.ts';
import { CustomResourceDefinitions } from '../constructs/index.ts';
import type { PlainObject } from '../objects/index.ts';
import { canBeLimited } from './install-modes.ts';
import type { BundlePlan } from './plan.ts';

/** Where OLM mounts the certificate that it makes, with the names that the operator looks for. */
export const olmCertificateFolder = '/tmp/k8s-webhook-server/serving-certs';

/** Stands for the namespace that an OperatorGroup chooses. */
export const targetNamespace = 'olm-target-namespace';

/**
 * The objects that the charts deploy in the environment of the bundle. If the operator can be limited to namespaces, it is:
 * OLM turns its Roles into ClusterRoles where an OperatorGroup chooses all.
 *
 * Throws if a construct is invalid.
 */
export function operatorObjects(plan: BundlePlan): readonly PlainObject[] {
  const { declaration, options, installModes } = plan;
  const { name } = options;
  const objectsIn = (environment: Environment): readonly PlainObject[] =>
    synthesized((app) => new OperatorChart(app, 'operator', { declaration, environment, ...(name && { name }) }));
  const environment = forOlm(plan);
  if (!canBeLimited(installModes)) return objectsIn(environment);
  // What is accepted to be created everywhere is checked.
  if (installModes.includes('AllNamespaces')) objectsIn(environment);
  const { createsEverywhere: _, ...limited } = environment;
  return objectsIn({ ...limited, namespaces: [targetNamespace] });
}

/** The definitions of the kinds. OLM sets how objects are converted. Throws if a construct is invalid. */
export function definitionObjects({ declaration }: BundlePlan): readonly PlainObject[] {
  const unconverted = { ...declaration, apis: declaration.apis.map(({ conversion: _, ...api }) => api) };
  return synthesized((app) => {
    const chart = new Chart(app, 'crds');
    new CustomResourceDefinitions(chart, 'definitions', {
      declaration: unconverted,
      keep: false,
      rollbackGuard: false,
    });
    return chart;
  });
}

/** What only charts can deploy is off: a bundle has no policies of admission, and nothing in other namespaces. */
function forOlm({ options, ...plan }: BundlePlan): Environment {
  const { petStore: _, createNamespaces: __, webhooks, ...others } = options.environment;
  return {
    ...others,
    ownNamespace: { create: false },
    policies: 'off',
    removalGuard: false,
    samples: false,
    ...webhooksOf(plan, webhooks),
  };
}

type Given = Environment['webhooks'];

/** With the certificate of OLM. */
function webhooksOf(
  { servesWebhooks, declaration }: Pick<BundlePlan, 'servesWebhooks' | 'declaration'>,
  given: Given,
): { readonly webhooks?: NonNullable<Given> } {
  if (servesWebhooks) {
    return { webhooks: { ...(given !== false && given), certificate: { folder: olmCertificateFolder } } };
  }
  return (declaration.webhooks ?? []).length > 0 ? { webhooks: false } : {};
}

/** The objects of the chart that `build` adds to an app. */
function synthesized(build: (app: App) => Chart): readonly PlainObject[] {
  return build(new App()).toJson() as readonly PlainObject[];
}

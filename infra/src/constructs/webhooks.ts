import type { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';

import { configurationsOf, reachedObjects } from '../api-objects/index.ts';
import type { OperatorPlan, WebhooksPlan } from '../plan/index.ts';
import { addObjects } from './add-objects.ts';

/** An installation whose webhooks are served. */
interface WebhooksProps {
  readonly operator: OperatorPlan;
  readonly plan: WebhooksPlan;
  /** What answers: the configurations are created after it, and deleted before it, or writes would be refused. */
  readonly workload: Construct;
}

/**
 * By which API servers find the webhooks of an operator: a Service, a NetworkPolicy, what the certificate needs, and one
 * configuration for each thing that a webhook does.
 *
 * Guarantees: API servers never ask about objects in kube-system and in the operator's own namespace, about writes of
 * the operator itself, and about objects that are terminating.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/
 */
export class Webhooks extends Construct {
  /** Name of the Service. */
  readonly name: string;
  /** The MutatingWebhookConfigurations and ValidatingWebhookConfigurations. */
  readonly configurations: readonly ApiObject[];

  constructor(scope: Construct, id: string, { operator, plan, workload }: WebhooksProps) {
    super(scope, id);
    this.name = plan.name;
    const service = addObjects(this, reachedObjects(operator, plan)).get('service');
    this.configurations = [...addObjects(this, configurationsOf(operator, plan)).values()];
    for (const each of this.configurations) each.node.addDependency(workload, ...(service ? [service] : []));
  }
}

/** Adds the webhooks of an installation, if it has some. */
export function addWebhooks(scope: Construct, operator: OperatorPlan, workload: Construct): Webhooks | undefined {
  const { webhooks: plan } = operator;
  return plan && new Webhooks(scope, 'webhooks', { operator, plan, workload });
}

import type { DeclaredController, OperatorDeclaration, PolicyRule } from '../../declaration/index.ts';
import type { PlainObject } from '../../objects/index.ts';
import { controllerReasons, type Reason } from './controller-reasons.ts';
import { covers, type Right } from './right.ts';

/** What the reasons for rights are taken from. */
export interface Grounds {
  readonly declaration: OperatorDeclaration;
  /** The controllers that run. */
  readonly controllers: readonly DeclaredController[];
  /** The objects of the environment. */
  readonly objects: readonly PlainObject[];
}

/**
 * Pure: why the operator needs a right, from its declaration; empty if the declaration does not say it.
 *
 * @param others all rights of the same role
 */
export function reasonsFor(right: Right, others: readonly Right[], grounds: Grounds): readonly Reason[] {
  const { declaration } = grounds;
  if (others.some(({ resource }) => resource === 'customresourcedefinitions')) return conversionReasons(right, grounds);
  return [
    ...controllerReasons(right, grounds.controllers, declaration),
    ...webhookReasons(right, grounds),
    ...upkeepReasons(right, grounds),
    ...fixed(right, leaseRules(right, declaration), 'its replicas elect a leader'),
    ...fixed(right, declaration.secureMetrics?.rules ?? [], 'it checks who asks for its metrics'),
  ];
}

/** The rules for the leader election, of the Lease that the right names: an installation can have another one. */
function leaseRules({ names }: Right, { leaderElection }: OperatorDeclaration): readonly PolicyRule[] {
  return leaderElection.rules.map((rule) =>
    rule.resourceNames === undefined ? rule : { ...rule, resourceNames: names },
  );
}

function fixed(right: Right, rules: readonly PolicyRule[], text: string): Reason[] {
  return rules.some((rule) => covers(right, rule)) ? [{ text }] : [];
}

function webhookReasons(right: Right, { declaration, objects }: Grounds): Reason[] {
  if (!objects.some(({ kind }) => kind.endsWith('WebhookConfiguration'))) return [];
  return (declaration.webhooks ?? []).flatMap(({ name, rules }) => {
    const rule = rules.find((each) => covers(right, each));
    if (rule === undefined) return [];
    return [{ text: `the webhook ${name} ${rule.verbs.includes('create') ? 'tries writes of' : 'reads'} them` }];
  });
}

/** What is the same for all operators, so that no declaration has the rules: certificates, and what needs the operator. */
function upkeepReasons({ group, resource, names }: Right, { objects }: Grounds): Reason[] {
  if (group === 'admissionregistration.k8s.io') return [{ text: 'it keeps `caBundle` there' }];
  if (resource === 'limitranges') return [{ text: 'it says there which resources need it' }];
  const isKept =
    resource === 'secrets' && objects.some(({ kind, metadata }) => kind === 'Secret' && names.includes(metadata.name));
  return isKept ? [{ text: 'it keeps the certificate of its webhooks there' }] : [];
}

function conversionReasons(right: Right, { declaration }: Grounds): Reason[] {
  return declaration.apis.flatMap(({ kind, conversion }) => {
    if (conversion === undefined || !conversion.rules.some((rule) => covers(right, rule))) return [];
    if (right.resource === 'events') return [{ text: 'it emits them' }];
    if (right.resource !== 'customresourcedefinitions')
      return [{ text: `it stores every ${kind} in the newest stored version` }];
    return [
      {
        text:
          right.subresource === 'status'
            ? 'it removes versions that nothing is stored in'
            : 'it keeps `caBundle` there',
      },
    ];
  });
}

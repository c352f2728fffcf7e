import { groupOf, listAt, type PlainObject, textAt, textsAt } from '../objects/index.ts';
import { relate, type RelationFinder } from './relation.ts';

const defines: RelationFinder = (from, all) => {
  if (from.kind !== 'CustomResourceDefinition') return [];
  const [group, kind] = [textAt(from, 'spec.group'), textAt(from, 'spec.names.kind')];
  return relate(
    from,
    'defines',
    all.filter((each) => groupOf(each) === group && each.kind === kind),
  );
};

/** A policy or the configuration of a webhook is about the kinds that its rules name. */
const checks: RelationFinder = (from, all) => {
  const rules = [
    ...listAt(from, 'webhooks').flatMap((webhook) => listAt(webhook, 'rules')),
    ...listAt(from, 'spec.matchConstraints.resourceRules'),
  ];
  const verb = from.kind.startsWith('Mutating') ? 'completes' : 'checks';
  return relate(
    from,
    verb,
    all.filter((each) => rules.some((rule) => isAbout(rule, each))),
  );
};

function isAbout(rule: unknown, definition: PlainObject): boolean {
  if (definition.kind !== 'CustomResourceDefinition') return false;
  const [group, plural] = [textAt(definition, 'spec.group'), textAt(definition, 'spec.names.plural')];
  return textsAt(rule, 'apiGroups').includes(group ?? '') && textsAt(rule, 'resources').includes(plural ?? '');
}

/** The binding of an admission policy puts it into force. */
const enforces: RelationFinder = (from, all) => {
  const [, policy] = /^(\w+AdmissionPolicy)Binding$/.exec(from.kind) ?? [];
  const name = textAt(from, 'spec.policyName');
  return relate(
    from,
    'enforces',
    all.filter(({ kind, metadata }) => kind === policy && metadata.name === name),
  );
};

export const definitionRelations: readonly RelationFinder[] = [defines, checks, enforces];

import { grouped, listAt, listed, type PlainObject, textAt } from '../../objects/index.ts';
import { aggregated, aggregatedTo } from './aggregated.ts';
import { reasonText } from './reason-text.ts';
import { type Grounds, reasonsFor } from './reasons.ts';
import { type Right, rightsOf, urlRightsOf } from './right.ts';
import { pluralOf, singularOf } from './kind-names.ts';

/** Pure: what each role allows whom, and why, as lines of Markdown. */
export function rightsText(grounds: Grounds): readonly string[] {
  const { objects } = grounds;
  const roles = objects.filter(({ kind }) => /^(Cluster)?Role$/.test(kind));
  const own = roles.filter((role) => aggregatedTo(role) === undefined);
  return [
    ...own.flatMap((role) => ['', heading(role, objects), '', ...rightsIn(role, grounds)]),
    ...aggregated(roles).flatMap(([to, rules]) => ['', aggregatedHeading(to), '', ...rightsIn(rules, grounds)]),
  ];
}

function aggregatedHeading(to: string): string {
  return `Whoever has Kubernetes' own role \`${to}\`, where he has it:`;
}

function heading(role: PlainObject, objects: readonly PlainObject[]): string {
  const title = `**${role.kind} \`${role.metadata.name}\`**`;
  const bindings = objects.filter((binding) => isOf(binding, role));
  if (bindings.length === 0) return `Whoever is bound to ${title}, which nobody here is:`;
  return bindings.map((binding) => `${subjectsOf(binding)}, ${placeOf(binding)}, by ${title}:`).join('\n');
}

function isOf(binding: PlainObject, role: PlainObject): boolean {
  if (!/^(Cluster)?RoleBinding$/.test(binding.kind)) return false;
  const isHere = role.kind === 'ClusterRole' || role.metadata.namespace === binding.metadata.namespace;
  return (
    isHere && textAt(binding, 'roleRef.kind') === role.kind && textAt(binding, 'roleRef.name') === role.metadata.name
  );
}

function subjectsOf(binding: PlainObject): string {
  return listed(
    listAt(binding, 'subjects').map((subject) => {
      const namespace = textAt(subject, 'namespace');
      const name = textAt(subject, 'name') ?? '';
      return `${textAt(subject, 'kind') ?? ''} \`${namespace === undefined ? '' : `${namespace}/`}${name}\``;
    }),
  );
}

function placeOf({ kind, metadata }: PlainObject): string {
  return kind === 'ClusterRoleBinding' ? 'in the whole cluster' : `in namespace \`${metadata.namespace ?? ''}\``;
}

/** A line for each set of verbs with the same reason, with all that these are for. */
function rightsIn(role: PlainObject, grounds: Grounds): readonly string[] {
  const rights = rightsOf(role);
  const isForPeople = aggregatedTo(role) !== undefined;
  const lines = grouped(rights, (right) => {
    const pronoun = right.names.length === 1 ? 'it' : 'them';
    const reasons = isForPeople ? forPeople : reasonText(reasonsFor(right, rights, grounds), pronoun);
    const because = reasons === '' ? ': its declaration does not say why' : `, because ${reasons}`;
    return `- may ${listed(right.verbs)} ${subresourceText(right)}@${because}`;
  });
  const things = (each: readonly Right[]): string => listed(each.map((right) => thing(right, grounds)));
  const urls = urlRightsOf(role).map((url) => `- may ${url}`);
  return [...[...lines].map(([line, each]) => line.replace('@', () => things(each))), ...urls];
}

const forPeople = 'the environment has `aggregatedRoles`';

function subresourceText({ subresource }: Right): string {
  return subresource === '' ? '' : `the ${subresource} of `;
}

function thing({ group, resource, names }: Right, { declaration }: Grounds): string {
  if (names.length === 0) return `**${pluralOf(group, resource, declaration)}**`;
  return `**${singularOf(group, resource, declaration)}** ${listed(names.map((name) => `\`${name}\``))}`;
}

import { changeText, grouped } from '../objects/index.ts';
import type { ClusterDiff, UnitDiff } from './cluster-diff.ts';
import { ownerOf } from './conflicts.ts';
import type { ObjectDiff, ObjectName, Outcome } from './object-diff.ts';

/** Pure: a difference for people: how many objects of each unit change, and each of these with its fields. */
export function diffText({ context, units, leftovers }: ClusterDiff): string {
  return [
    ...(context === undefined ? [] : [`context: ${context}`]),
    ...units.flatMap(unitText),
    ...leftovers.objects.map((object) => `- ${titleOf(object)}: not deployed any more; it stays unless you prune`),
    ...(leftovers.reason === undefined ? [] : [`What is not deployed any more is not known: ${leftovers.reason}`]),
    '',
  ].join('\n');
}

function unitText({ name, objects }: UnitDiff): readonly string[] {
  const counts = [...grouped(objects, ({ outcome }) => outcome)].map(
    ([outcome, each]) => `${String(each.length)} ${outcome}`,
  );
  const shown = objects.filter(({ outcome }) => outcome !== 'unchanged');
  return [`${name}: ${counts.join(', ')}`, ...shown.flatMap(objectText)];
}

const signs: Readonly<Record<Outcome, string>> = {
  changed: '~',
  conflict: '!',
  created: '+',
  'not checked': '?',
  refused: 'x',
  unchanged: ' ',
};

const words: Readonly<Record<Outcome, string>> = {
  changed: '',
  conflict: 'conflict',
  created: 'new',
  'not checked': 'not checked',
  refused: 'refused',
  unchanged: '',
};

function objectText({ object, outcome, fields, conflicts, reason }: ObjectDiff): readonly string[] {
  const sameByForce =
    outcome === 'conflict' && fields.length === 0 ? 'others own fields; by force nothing changes' : '';
  const notes = [words[outcome], reason, sameByForce].filter((each) => each !== undefined && each !== '');
  const changes = fields.map((change) => {
    const owner = ownerOf(change.path, conflicts);
    return `${changeText(change)}${owner === undefined ? '' : ` (owned by ${owner})`}`;
  });
  const others = conflicts.filter(({ path }) =>
    fields.every((field) => ownerOf(field.path, [{ path, manager: '' }]) === undefined),
  );
  return [
    `  ${signs[outcome]} ${[titleOf(object), ...notes].join(': ').replaceAll(/\n\s*/g, '\n      ')}`,
    ...[...changes, ...others.map(({ path, manager }) => `${path} (owned by ${manager})`)].map(
      (line) => `      ${line}`,
    ),
  ];
}

function titleOf({ kind, namespace, name }: ObjectName): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

import type { OperatorDeclaration } from '../../declaration/index.ts';
import { refusedBy } from '../refused.ts';
import { goText } from '../template/expression.ts';
import type { TemplateList } from '../template/node.ts';
import { boundChecks } from './bound-checks.ts';
import { fault } from './fault.ts';
import { groups } from '../view.ts';
import { goOf, mapOf } from './go.ts';
import { nameChecks } from './name-checks.ts';

/** Pure: fails with all that is wrong with the values, and what to write instead. */
export function checksTemplate(declaration: OperatorDeclaration, faults: TemplateList): string {
  const { name } = declaration;
  return [
    '{{/* What is wrong with the values: everything at once. */}}',
    `{{- $v := include "${name}.view" . | fromJson }}`,
    '{{- $faults := list }}',
    '{{/* Values that other charts have. */}}',
    ...refusedBy(declaration).map(({ path, instead }) =>
      fault(isGiven(path), goText(`${path} is no value of this chart: ${instead}`)),
    ),
    '{{/* Values that contradict each other. */}}',
    ...learnedFaults(faults),
    ...boundChecks(declaration),
    ...nameChecks(declaration),
    '{{- if $faults }}{{ fail (print "\\n- " (join "\\n- " $faults)) }}{{ end }}',
    '',
  ].join('\n');
}

function isGiven(path: string): string {
  if ((groups as readonly string[]).includes(path)) return `(has ${goText(path)} $v.present)`;
  const keys = path.split('.');
  const key = keys.pop() ?? '';
  return keys.length === 0 ? `(hasKey .Values ${goText(key)})` : `(hasKey ${['$v', ...keys].join('.')} ${goText(key)})`;
}

/** What the constructs refuse, with their words. */
function learnedFaults(faults: TemplateList): readonly string[] {
  return faults.items.flatMap(({ when, node }) => {
    const message = node && mapOf(node).entries[0]?.node;
    return when === undefined || message === undefined ? [] : [fault(when.go, goOf(message))];
  });
}

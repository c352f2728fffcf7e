import { deployed, toBeAccepted } from '../../constructs/index.ts';
import type { OperatorDeclaration } from '../../declaration/index.ts';
import { refused } from '../refused.ts';
import { goText } from '../template/expression.ts';
import type { TemplateNode } from '../template/node.ts';
import { goOf, mapOf } from './go.ts';

/** Pure: fails with all that is wrong with the values, and what to write instead. */
export function checksTemplate(declaration: OperatorDeclaration, faults: TemplateNode): string {
  const { name } = declaration;
  return [
    `{{- $v := include "${name}.view" . | fromJson }}`,
    '{{- $faults := list }}',
    ...refused.map(({ path, instead }) =>
      fault(isGiven(path), goText(`${path} is no value of this chart: ${instead}`)),
    ),
    ...learnedFaults(faults),
    ...settingFaults(declaration),
    ...creatingFaults(declaration),
    '{{- if $faults }}{{ fail (print "\\n- " (join "\\n- " $faults)) }}{{ end }}',
    '',
  ].join('\n');
}

function fault(condition: string, message: string): string {
  return `{{- if ${condition} }}{{ $faults = append $faults ${message} }}{{ end }}`;
}

function isGiven(path: string): string {
  const keys = path.split('.');
  const key = keys.pop() ?? '';
  return keys.length === 0 ? `(hasKey .Values ${goText(key)})` : `(hasKey ${['$v', ...keys].join('.')} ${goText(key)})`;
}

/** What the constructs refuse, with their words. */
function learnedFaults(faults: TemplateNode): readonly string[] {
  if (faults.kind !== 'list') return [];
  return faults.items.flatMap(({ when, node }) => {
    const message = node && mapOf(node).entries[0]?.node;
    return when === undefined || message === undefined ? [] : [fault(when.go, goOf(message))];
  });
}

/** What depends on numbers: samples cannot show where their bounds are. */
function settingFaults(declaration: OperatorDeclaration): readonly string[] {
  const number = (env: string): string | undefined => {
    const setting = declaration.settings.find((each) => each.env === env);
    if (typeof setting?.default !== 'number') return undefined;
    return `(float64 (ternary $v.settings.${setting.name} ${setting.default} (hasKey $v.settings ${goText(setting.name)})))`;
  };
  const [lease, deadline, retry] = ['LEASE_DURATION_SECONDS', 'RENEW_DEADLINE_SECONDS', 'RETRY_PERIOD_SECONDS'].map(
    number,
  );
  const [metrics, health, webhooks] = ['METRICS_PORT', 'HEALTH_PORT', 'WEBHOOK_PORT'].map(number);
  const rules: [(string | undefined)[], string, string][] = [
    [
      [lease, deadline],
      `le ${lease} ${deadline}`,
      'settings.leaseDurationSeconds must be more than settings.renewDeadlineSeconds',
    ],
    [
      [deadline, retry],
      `le ${deadline} (mulf 1.2 ${retry})`,
      'settings.renewDeadlineSeconds must be more than 1.2 times settings.retryPeriodSeconds',
    ],
    [
      [metrics, health],
      `and (eq ${metrics} ${health}) (not $v.metrics.plain)`,
      'only plain metrics can share the port of health: set settings.metricsPort or settings.healthPort to another one',
    ],
    [
      [metrics, health, webhooks],
      `and (not $v.off.webhooks) (or (not (hasKey $v "namespaces")) (has "webhooks" $v.present)) (has ${webhooks} (list ${metrics} ${health}))`,
      'webhooks need a port of their own: set settings.webhookPort to another one',
    ],
  ];
  const known = rules.filter(([needed]) => needed.every((each) => each !== undefined));
  return [
    ...known.map(([, condition, message]) => fault(`(${condition})`, goText(message))),
    ...variableFaults(declaration),
  ];
}

/** Variables that are settings are set by these. */
function variableFaults({ settings }: OperatorDeclaration): readonly string[] {
  const instead = settings.map(({ env, name }) => [env, deployed[env] ?? `use settings.${name}`]);
  return [
    `{{- $taken := ${goText(JSON.stringify(Object.fromEntries(instead)))} | fromJson }}`,
    '{{- range $v.pod.env }}{{ if hasKey $taken .name }}',
    '{{- $faults = append $faults (print "pod.env cannot set " .name ": " (get $taken .name)) }}',
    '{{- end }}{{ end }}',
  ];
}

/** What may be created in every namespace has to be accepted, if something is. */
function creatingFaults(declaration: OperatorDeclaration): readonly string[] {
  const { controllers } = declaration;
  const lines = toBeAccepted(declaration, controllers).map((resource) => {
    const names = controllers.filter((each) => toBeAccepted(declaration, [each]).includes(resource));
    const runs = names.map(({ name }) => `(has ${goText(name)} $v.running)`).join(' ');
    const message = `createsEverywhere misses ${resource}: the operator may create them in every namespace. Accept them, or name namespaces, or run other controllers`;
    return fault(`and (or ${runs} false) (not (has ${goText(resource)} $v.createsEverywhere))`, goText(message));
  });
  return ['{{- if and (hasKey $v "createsEverywhere") (not (hasKey $v "namespaces")) }}', ...lines, '{{- end }}'];
}

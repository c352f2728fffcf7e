import { deployed, toBeAccepted } from '../../constructs/index.ts';
import type { OperatorDeclaration } from '../../declaration/index.ts';
import { goText } from '../template/expression.ts';
import { fault } from './fault.ts';

/** Pure: what the constructs refuse because of names in lists. It is written here, as samples cannot show which names fit. */
export function nameChecks(declaration: OperatorDeclaration): readonly string[] {
  return [
    '{{/* Names in lists that contradict something. */}}',
    ...variableChecks(declaration),
    ...volumeChecks,
    ...namespaceChecks(declaration),
    ...creatingChecks(declaration),
  ];
}

/** Variables that are settings are set by these. */
function variableChecks({ settings }: OperatorDeclaration): readonly string[] {
  const instead = settings.map(({ env, name }) => [env, deployed[env] ?? `use settings.${name}`]);
  return [
    `{{- $taken := ${goText(JSON.stringify(Object.fromEntries(instead)))} | fromJson }}`,
    '{{- range $v.pod.env }}',
    fault('hasKey $taken .name', '(print "pod.env cannot set " .name ": " (get $taken .name))'),
    '{{- end }}',
  ];
}

const volumeChecks: readonly string[] = [
  '{{- $volumes := list "tmp" }}',
  '{{- if hasKey $v.metrics "certificateSecret" }}{{ $volumes = append $volumes "metrics-certificate" }}{{ end }}',
  '{{- $isMounted := or (hasKey $v.webhooks.certificate "secret") (hasKey $v.webhooks.certificate.issuer "name") }}',
  '{{- if and $v.webhooksBy $isMounted }}{{ $volumes = append $volumes "webhook-certificate" }}{{ end }}',
  '{{- range $v.pod.volumes }}',
  fault('has .name $volumes', '(print "pod.volumes: two volumes are named " .name ": take another name")'),
  '{{- $volumes = append $volumes .name }}',
  '{{- end }}',
  '{{- range $index, $mount := $v.pod.volumeMounts }}',
  '{{- $known := print "which is no volume: there are " (join ", " $volumes) "; add it to pod.volumes" }}',
  fault('not (has $mount.name $volumes)', '(print "pod.volumeMounts[" $index "] mounts " $mount.name ", " $known)'),
  '{{- end }}',
];

/** Webhooks that are never asked about a namespace that the operator serves. */
function namespaceChecks({ webhooks = [] }: OperatorDeclaration): readonly string[] {
  if (webhooks.length === 0) return [];
  const never = '(concat (list "kube-system" $v.namespace) ($v.webhooks.excludedNamespaces | default list))';
  const message =
    '(print "webhooks would check nothing: of " $v.namespacesAsText " none is asked about. Run the operator in another ' +
    'namespace, or set webhooks to false")';
  return [
    '{{- if and $v.webhooksBy (hasKey $v "namespaces") }}',
    `{{- $asked := $v.namespaces }}`,
    `{{- range ${never} }}{{ $asked = without $asked . }}{{ end }}`,
    fault('not $asked', message),
    '{{- end }}',
  ];
}

/** What may be created in every namespace has to be accepted, if something is. */
function creatingChecks(declaration: OperatorDeclaration): readonly string[] {
  const { controllers } = declaration;
  const lines = toBeAccepted(declaration, controllers).map((resource) => {
    const names = controllers.filter((each) => toBeAccepted(declaration, [each]).includes(resource));
    const runs = names.map(({ name }) => `(has ${goText(name)} $v.running)`);
    const isRun = runs.length === 1 ? (runs[0] ?? '') : `(or ${runs.join(' ')})`;
    const message =
      `createsEverywhere misses ${resource}: the operator may create them in every namespace. Accept them, or name ` +
      'namespaces, or run other controllers';
    return fault(`and ${isRun} (not (has ${goText(resource)} $v.createsEverywhere))`, goText(message));
  });
  if (lines.length === 0) return [];
  return ['{{- if and (hasKey $v "createsEverywhere") (not (hasKey $v "namespaces")) }}', ...lines, '{{- end }}'];
}

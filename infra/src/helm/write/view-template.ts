import type { OperatorDeclaration } from '../../declaration/index.ts';
import { goText } from '../template/expression.ts';
import { repositoryOf } from '../value-texts.ts';
import { groups, servesWebhooks, switches } from '../view.ts';

/** Pure: what `viewOf` says, in the language of Helm: as JSON, because a template returns text. */
export function viewTemplate(declaration: OperatorDeclaration): string {
  const { name, controllers } = declaration;
  return [
    '{{/* What the templates compute from: the values, with an empty map wherever a group is left out. */}}',
    `{{- define "${name}.view" -}}`,
    '{{- $v := deepCopy .Values.AsMap }}',
    withoutNulls('$v'),
    '{{- $present := list }}',
    '{{- $off := dict }}',
    ...groups.flatMap(groupLines),
    '{{- $_ := set $v "present" $present }}',
    '{{- $_ := set $v "off" $off }}',
    `{{- $_ := set $v "name" (include "${name}.fullname" .) }}`,
    '{{- $_ := set $v "namespace" .Release.Namespace }}',
    '{{- $running := list }}',
    `{{- range list ${controllers.map((each) => goText(each.name)).join(' ')} }}`,
    '{{- if or (not (hasKey $v "controllers")) (has . $v.controllers) }}{{ $running = append $running . }}{{ end }}',
    '{{- end }}',
    '{{- $_ := set $v "running" $running }}',
    '{{- if hasKey $v "controllers" }}{{ $_ := set $v "controllersAsText" (join "," $running) }}{{ end }}',
    '{{- if hasKey $v "namespaces" }}',
    '{{- $_ := set $v "namespaces" (uniq $v.namespaces) }}',
    '{{- $_ := set $v "namespacesAsText" (join "," $v.namespaces) }}',
    '{{- end }}',
    '{{- if hasKey $v.webhooks "excludedNamespaces" }}',
    '{{- $always := list "kube-system" .Release.Namespace }}',
    '{{- $_ := set $v "excludedNamespaces" (concat $always $v.webhooks.excludedNamespaces | uniq | sortAlpha) }}',
    '{{- end }}',
    '{{- if hasKey $v.webhooks.certificate "authorities" }}',
    '{{- $_ := set $v "caBundle" (b64enc $v.webhooks.certificate.authorities) }}',
    '{{- end }}',
    '{{- if hasKey $v.image "tag" }}',
    '{{- $_ := set $v.image "tagAsLabel" (regexReplaceAll "^[^A-Za-z0-9]+|[^A-Za-z0-9]+$" (trunc 63 $v.image.tag) "") }}',
    '{{- end }}',
    '{{- $_ := set $v "crds" (default "keep" $v.crds) }}',
    '{{- $_ := set $v "policies" (default (ternary "off" "enforce" (hasKey $v "namespaces")) $v.policies) }}',
    '{{- if not (hasKey $v "rollbackGuard") }}',
    // Where the API server does not know its kind, a chart that has it could not be installed at all.
    '{{- $_ := set $v "rollbackGuard" (semverCompare ">=1.36.0-0" .Capabilities.KubeVersion.Version) }}',
    '{{- end }}',
    '{{- $_ := set $v "guarded" true }}',
    '{{- if hasKey $v "removalGuard" }}{{ $_ := set $v "guarded" $v.removalGuard }}{{ end }}',
    ...webhookLines(declaration),
    '{{- $uid := print "operator-" $v.name }}',
    '{{- if gt (len $uid) 40 }}{{ $uid = print (trunc 31 $uid) "-" (trunc 8 (sha256sum $v.name)) }}{{ end }}',
    '{{- $_ := set $v "dashboardUid" $uid }}',
    '{{- toJson $v }}',
    '{{- end }}',
    '',
  ].join('\n');
}

function webhookLines(declaration: OperatorDeclaration): readonly string[] {
  if (!servesWebhooks(declaration)) return ['{{- $_ := set $v "webhooksBy" "" }}'];
  return [
    '{{- $by := "operator" }}',
    '{{- if has "webhooks.certificate" $present }}',
    '{{- $by = ternary "cert-manager" "others" (has "webhooks.certificate.issuer" $present) }}',
    '{{- end }}',
    '{{- $served := and (not $off.webhooks) (or (has "webhooks" $present) (not (hasKey $v "namespaces"))) }}',
    '{{- $_ := set $v "webhooksBy" (ternary $by "" $served) }}',
  ];
}

function withoutNulls(map: string): string {
  return `{{- range $key, $value := ${map} }}{{ if kindIs "invalid" $value }}{{ $_ := unset ${map} $key }}{{ end }}{{ end }}`;
}

function groupLines(path: string): readonly string[] {
  const keys = path.split('.');
  const key = keys.pop() ?? '';
  const parent = ['$v', ...keys].join('.');
  const isSwitch = (switches as readonly string[]).includes(path);
  return [
    `{{- if hasKey ${parent} "${key}" }}{{ $present = append $present "${path}" }}{{ end }}`,
    ...(isSwitch ? [`{{- $_ := set $off "${path}" (eq (toString ${parent}.${key}) "false") }}`] : []),
    `{{- if not (kindIs "map" ${parent}.${key}) }}{{ $_ := set ${parent} "${key}" dict }}{{ end }}`,
    withoutNulls([parent, key].join('.')),
  ];
}

/** Pure: a JSON Merge Patch, as `mergePatch` of the constructs. */
export function mergedTemplate({ name }: OperatorDeclaration): string {
  return `{{/* A map with the fields of another one; null removes a field. */}}
{{- define "${name}.merged" -}}
{{- $result := deepCopy .onto }}
{{- range $key, $value := .patch }}
{{- if kindIs "invalid" $value }}{{ $_ := unset $result $key }}
{{- else if kindIs "map" $value }}
{{- $inner := get $result $key }}
{{- if not (kindIs "map" $inner) }}{{ $inner = dict }}{{ end }}
{{- $_ := set $result $key (include "${name}.merged" (dict "onto" $inner "patch" $value) | fromJson) }}
{{- else }}{{ $_ := set $result $key $value }}{{ end }}
{{- end }}
{{- toJson $result }}
{{- end }}
`;
}

/** Pure: the name of the installation: that of the release, unless the values name it. */
export function nameTemplate({ name }: OperatorDeclaration): string {
  return `{{/* The name of the installation, with which the names of all objects begin. */}}
{{- define "${name}.fullname" -}}
{{- $name := .Values.fullnameOverride | default "" }}
{{- if eq $name "" }}
{{- $chart := .Values.nameOverride | default .Chart.Name }}
{{- $name = ternary .Release.Name (print .Release.Name "-" $chart) (contains $chart .Release.Name) }}
{{- $name = trunc 47 $name | trimSuffix "-" }}
{{- end }}
{{- if not (regexMatch "^[a-z]([-a-z0-9]{0,45}[a-z0-9])?$" $name) }}
{{- fail (print "the name " $name " must be a DNS label of at most 47 characters that starts with a letter: set fullnameOverride") }}
{{- end }}
{{- $name }}
{{- end }}
`;
}

/** Pure: the reference of the image. */
export function imageTemplate(declaration: OperatorDeclaration): string {
  const { name } = declaration;
  const placeholder = 'given.example/repository';
  const usual = repositoryOf(declaration) || placeholder;
  return `{{/* The image, as the Deployment has it. */}}
{{- define "${name}.image" -}}
{{- $image := .Values.image | default dict }}
{{- $reference := print ($image.repository | default "${usual}") ":" ($image.tag | default .Chart.AppVersion) }}
{{- if $image.digest }}{{ $reference = print $reference "@" $image.digest }}{{ end }}
{{- $reference }}
{{- end }}
`;
}

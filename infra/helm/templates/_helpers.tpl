{{/* Name of the installation, and prefix of all names. */}}
{{- define "operator.fullname" -}}
{{- $name := .Values.fullnameOverride | default "" }}
{{- if not $name }}
{{- $chart := .Values.nameOverride | default .Chart.Name }}
{{- $name = contains $chart .Release.Name | ternary .Release.Name (print .Release.Name "-" $chart) }}
{{- $name = trunc 47 $name | trimSuffix "-" }}
{{- end }}
{{- if not (regexMatch "^[a-z]([-a-z0-9]{0,45}[a-z0-9])?$" $name) }}
{{- fail (print "the name " $name " must be a DNS label of at most 47 characters that starts with a letter: set fullnameOverride") }}
{{- end }}
{{- $name }}
{{- end }}

{{/* The values as JSON, with defaults for null or missing ones, such as after an upgrade with --reuse-values. */}}
{{- define "operator.overlay" -}}
{{- $result := dict }}
{{- range $key, $value := .given }}
{{- if kindIs "map" $value }}
{{- $defaults := get $.defaults $key }}
{{- $inner := dict "given" $value "defaults" (kindIs "map" $defaults | ternary $defaults dict) }}
{{- $_ := set $result $key (include "operator.overlay" $inner | fromJson) }}
{{- else if not (kindIs "invalid" $value) }}
{{- $_ := set $result $key $value }}
{{- end }}
{{- end }}
{{- range $key, $default := .defaults }}
{{- if not (hasKey $result $key) }}{{ $_ := set $result $key $default }}{{ end }}
{{- end }}
{{- toJson $result }}
{{- end }}

{{/*
The data that all templates share, as JSON: the values, the declaration, and data computed from both.
Each template starts with: $plan := include "operator.plan" . | fromJson
*/}}
{{- define "operator.plan" -}}
{{- $chart := .Files.Get "files/chart.json" | fromJson }}
{{- $declaration := .Files.Get "declaration.json" | fromJson }}
{{- include "operator.checkRenamed" (dict "given" .Values.AsMap "chart" $chart) }}
{{- $v := include "operator.overlay" (dict "given" .Values.AsMap "defaults" $chart.defaults) | fromJson }}
{{- range $key, $default := $chart.wholeDefaults }}{{ if not (hasKey $v $key) }}{{ $_ := set $v $key $default }}{{ end }}{{ end }}
{{- $name := include "operator.fullname" . }}
{{- $plan := dict "values" $v "declaration" $declaration "chart" $chart "name" $name "namespace" .Release.Namespace }}
{{- $_ := set $plan "version" ($v.image.tag | default $declaration.version) }}
{{- $_ := set $plan "namespaces" (uniq ($v.namespaces | default list)) }}
{{- $_ := set $plan "isLimited" (gt (len $plan.namespaces) 0) }}
{{- $_ := set $plan "serviceAccount" ($v.serviceAccount.name | default $name) }}
{{- $_ := set $plan "metricsServed" (or $v.metrics.secure $v.metrics.plain) }}
{{- $variables := dict }}
{{- range $declaration.settings }}{{ $_ := set $variables .env .name }}{{ end }}
{{- $_ := set $plan "variables" $variables }}
{{- $running := list }}
{{- range $declaration.controllers }}
{{- if or (not $v.controllers) (has .name ($v.controllers | default list)) }}{{ $running = append $running . }}{{ end }}
{{- end }}
{{- $_ := set $plan "running" $running }}
{{- $_ := set $plan "finalized" (include "operator.finalized" $plan | fromJsonArray) }}
{{- $isGuarded := hasKey $v "removalGuard" | ternary $v.removalGuard true }}
{{- $canGuard := and $plan.finalized (hasKey $variables "IN_USE_NAME") }}
{{- $_ := set $plan "canGuard" (not (empty $canGuard)) }}
{{- $_ := set $plan "inUse" (and $isGuarded $plan.canGuard | ternary (print $name "-in-use") "") }}
{{- $_ := set $plan "webhooks" (include "operator.webhooks" $plan | fromJson) }}
{{- $_ := set $plan "ports" (include "operator.ports" $plan | fromJson) }}
{{- $_ := set $plan "rollbackGuard" (hasKey $v "rollbackGuard" | ternary $v.rollbackGuard (semverCompare ">=1.36.0-0" .Capabilities.KubeVersion.Version)) }}
{{- $_ := set $plan "policies" ($v.policies | default (ternary "off" "enforce" $plan.isLimited)) }}
{{- toJson $plan }}
{{- end }}

{{/* The CRDs whose custom resources get a finalizer of a running controller, as JSON. */}}
{{- define "operator.finalized" -}}
{{- $names := list }}
{{- range $api := .declaration.apis }}
{{- range $.running }}
{{- if and .finalizer (eq .for.group $api.group) (eq .for.kind $api.kind) }}{{ $names = append $names (print $api.plural "." $api.group) }}{{ end }}
{{- end }}
{{- end }}
{{- uniq $names | toJson }}
{{- end }}

{{/* The issuer and the location of the webhooks' certificate, as JSON. Empty without webhooks. */}}
{{- define "operator.webhooks" -}}
{{- $isDeclared := false }}
{{- if .declaration.webhooks }}{{ $isDeclared = true }}{{ end }}
{{- range .declaration.apis }}{{ if .conversion }}{{ $isDeclared = true }}{{ end }}{{ end }}
{{- $plan := dict }}
{{- if $isDeclared }}
{{- $given := .values.webhooks }}
{{- $certificate := $given.certificate }}
{{- $name := print .name "-webhooks" }}
{{- $plan = dict "name" $name "by" "operator" }}
{{- if $certificate.issuer.name }}
{{- $plan = dict "name" $name "by" "cert-manager" "secret" (print $name "-certificate") "folder" "/etc/webhook-certificate" }}
{{- else if $certificate.secret }}
{{- $plan = dict "name" $name "by" "others" "secret" $certificate.secret "folder" "/etc/webhook-certificate" }}
{{- else if $certificate.folder }}
{{- $plan = dict "name" $name "by" "others" "folder" $certificate.folder }}
{{- end }}
{{- if and (eq $plan.by "others") $certificate.authorities }}{{ $_ := set $plan "caBundle" (b64enc $certificate.authorities) }}{{ end }}
{{- $_ := set $plan "excluded" (concat (list "kube-system" .namespace) $given.excludedNamespaces | uniq | sortAlpha) }}
{{- $isServed := or (not .isLimited) (ne $plan.by "operator") }}
{{- if hasKey $given "enabled" }}{{ $isServed = $given.enabled }}{{ end }}
{{- if not $isServed }}{{ $plan = dict }}{{ end }}
{{- end }}
{{- toJson $plan }}
{{- end }}

{{/* A numeric setting by its environment variable, given or by default. Empty if it is not declared. */}}
{{- define "operator.number" -}}
{{- $setting := get .plan.variables .env }}
{{- $number := "" }}
{{- range .plan.declaration.settings }}{{ if and (eq .env $.env) (kindIs "float64" .default) }}{{ $number = .default }}{{ end }}{{ end }}
{{- if and $setting (hasKey .plan.values.settings $setting) }}{{ $number = get .plan.values.settings $setting }}{{ end }}
{{- if kindIs "float64" $number }}{{ toJson $number }}{{ end }}
{{- end }}

{{/* Ports of the Pods, as JSON. */}}
{{- define "operator.ports" -}}
{{- $ports := dict }}
{{- range $name, $env := dict "metrics" "METRICS_PORT" "health" "HEALTH_PORT" "webhooks" "WEBHOOK_PORT" }}
{{- $port := include "operator.number" (dict "plan" $ "env" $env) | default (get $.declaration.ports $name) | default 0 }}
{{- $_ := set $ports $name (int64 $port) }}
{{- end }}
{{- toJson $ports }}
{{- end }}

{{/* The labels that select the Pods. */}}
{{- define "operator.selector" -}}
app.kubernetes.io/component: operator
app.kubernetes.io/instance: {{ .name }}
app.kubernetes.io/name: {{ .declaration.name }}
{{- end }}

{{/*
The labels of an object, as YAML. plan, component
labels: additional labels, which win; instance, version: override those of the installation
*/}}
{{- define "operator.labels" -}}
{{- $version := .version | default .plan.declaration.version }}
{{- $labels := deepCopy .plan.values.commonLabels }}
{{- $_ := set $labels "app.kubernetes.io/component" .component }}
{{- $_ := set $labels "app.kubernetes.io/instance" (.instance | default .plan.name) }}
{{- $_ := set $labels "app.kubernetes.io/managed-by" "Helm" }}
{{- $_ := set $labels "app.kubernetes.io/name" .plan.declaration.name }}
{{- $_ := set $labels "app.kubernetes.io/part-of" .plan.declaration.name }}
{{- $_ := set $labels "app.kubernetes.io/version" (regexReplaceAll "^[^A-Za-z0-9]+|[^A-Za-z0-9]+$" (trunc 63 $version) "") }}
{{- range $key, $value := .labels }}{{ $_ := set $labels $key $value }}{{ end }}
{{- toYaml $labels }}
{{- end }}

{{/*
The metadata of an object: plan, name, and the parameters of operator.labels.
clusterScoped: omits the namespace; namespace: overrides that of the release; annotations: additional ones, which win
*/}}
{{- define "operator.metadata" -}}
{{- $annotations := deepCopy .plan.values.commonAnnotations }}
{{- range $key, $value := .annotations }}{{ $_ := set $annotations $key $value }}{{ end -}}
name: {{ toYaml .name }}
{{- if not .clusterScoped }}
namespace: {{ .namespace | default .plan.namespace | toYaml }}
{{- end }}
labels:
  {{- include "operator.labels" . | nindent 2 }}
{{- with $annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* operator.metadata of an object of the operator itself, with the version of the image. */}}
{{- define "operator.ownMetadata" -}}
{{- include "operator.metadata" (merge (dict "component" "operator" "version" .plan.version) .) }}
{{- end }}

{{/* Annotations that prevent delivery methods from pruning an object, as JSON. */}}
{{- define "operator.kept" -}}
{{- .values.crds.keep | ternary .chart.keptAnnotations dict | toJson }}
{{- end }}

{{/* The reference of the image. */}}
{{- define "operator.image" -}}
{{- $image := .values.image }}
{{- print $image.repository ":" .version (empty $image.digest | ternary "" (print "@" $image.digest)) }}
{{- end }}

{{/* The annotation by which cert-manager sets caBundle in an object, as JSON. */}}
{{- define "operator.trusted" -}}
{{- $annotations := dict }}
{{- if eq (get .webhooks "by") "cert-manager" }}
{{- $annotations = dict "cert-manager.io/inject-ca-from" (print .namespace "/" .webhooks.secret) }}
{{- end }}
{{- toJson $annotations }}
{{- end }}

{{/* The metadata of the objects of helm test: plan, weight. */}}
{{- define "operator.testMetadata" -}}
{{- $hook := dict "helm.sh/hook" "test" "helm.sh/hook-weight" .weight "helm.sh/hook-delete-policy" "before-hook-creation,hook-succeeded" }}
{{- include "operator.metadata" (dict "plan" .plan "name" (print .plan.name "-test") "component" "test" "annotations" $hook) }}
{{- end }}

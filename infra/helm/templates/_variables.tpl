{{/*
The environment variables of the operator by name, as JSON. Doubles each $, so that the kubelet does not expand it.
*/}}
{{- define "operator.variables" -}}
{{- $v := .values }}
{{- $address := eq $v.ipFamily "IPv4" | ternary "0.0.0.0" "::" }}
{{- $all := dict "BIND_ADDRESS" $address "LEADER_ELECT" "true" }}
{{- if $v.metrics.plain }}{{ $_ := set $all "METRICS_BIND_ADDRESS" $address }}{{ end }}
{{- $variables := dict }}
{{- range $name, $value := $all }}
{{- if hasKey $.variables $name }}{{ $_ := set $variables $name (dict "name" $name "value" $value) }}{{ end }}
{{- end }}
{{- range $name, $field := dict "POD_NAME" "metadata.name" "POD_NAMESPACE" "metadata.namespace" "POD_UID" "metadata.uid" }}
{{- if hasKey $.variables $name }}
{{- $_ := set $variables $name (dict "name" $name "valueFrom" (dict "fieldRef" (dict "fieldPath" $field))) }}
{{- end }}
{{- end }}
{{- range $name, $value := include "operator.requiredVariables" . | fromJson }}
{{- $_ := set $variables $name (dict "name" $name "value" (replace "$" "$$" $value)) }}
{{- end }}
{{- range .declaration.settings }}
{{- if hasKey $v.settings .name }}
{{- $value := get $v.settings .name }}
{{- $text := "" }}
{{- if kindIs "slice" $value }}{{ $text = join "," $value }}
{{- else if kindIs "string" $value }}{{ $text = $value }}
{{- else }}{{ $text = toJson $value }}{{ end }}
{{- $_ := set $variables .env (dict "name" .env "value" (replace "$" "$$" $text)) }}
{{- end }}
{{- end }}
{{- toJson $variables }}
{{- end }}

{{/* The variables that the values need: the operator must declare them. As JSON. */}}
{{- define "operator.requiredVariables" -}}
{{- $v := .values }}
{{- $all := dict }}
{{- if .isLimited }}{{ $_ := set $all "WATCH_NAMESPACE" (join "," .namespaces) }}{{ end }}
{{- if $v.controllers }}
{{- $names := list }}
{{- range .running }}{{ $names = append $names .name }}{{ end }}
{{- $_ := set $all "CONTROLLERS" (join "," $names) }}
{{- end }}
{{- if ne .name .declaration.leaderElection.leaseName }}{{ $_ := set $all "LEASE_NAME" .name }}{{ end }}
{{- if .inUse }}{{ $_ := set $all "IN_USE_NAME" .inUse }}{{ end }}
{{- if $v.metrics.secure }}{{ $_ := set $all "METRICS_SECURE" "true" }}{{ end }}
{{- if $v.metrics.certificateSecret }}{{ $_ := set $all "METRICS_CERT_DIR" "/etc/metrics-certificate" }}{{ end }}
{{- if .webhooks }}
{{- if ne .name .declaration.name }}{{ $_ := set $all "WEBHOOK_NAME" .webhooks.name }}{{ end }}
{{- if .webhooks.folder }}{{ $_ := set $all "WEBHOOK_CERT_DIR" .webhooks.folder }}{{ end }}
{{- else if .declaration.webhooks }}
{{- $_ := set $all "WEBHOOKS_ENABLED" "false" }}
{{- end }}
{{- toJson $all }}
{{- end }}

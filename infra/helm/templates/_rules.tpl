{{/*
Merges rules: one rule for the resources that have the same verbs, in a fixed order. As JSON.
*/}}
{{- define "operator.mergedRules" -}}
{{- $verbs := dict }}
{{- range $rule := . }}
{{- $names := sortAlpha (uniq ($rule.resourceNames | default list)) }}
{{- range $group := $rule.apiGroups }}
{{- range $resource := $rule.resources }}
{{- $key := list $group $resource $names | toJson }}
{{- $_ := set $verbs $key (concat (get $verbs $key | default list) $rule.verbs | uniq | sortAlpha) }}
{{- end }}
{{- end }}
{{- end }}
{{- $resources := dict }}
{{- range $key, $some := $verbs }}
{{- $grant := fromJsonArray $key }}
{{- $same := list (index $grant 0) (index $grant 2) $some | toJson }}
{{- $_ := set $resources $same (append (get $resources $same | default list) (index $grant 1) | sortAlpha) }}
{{- end }}
{{- $merged := dict }}
{{- range $same, $some := $resources }}
{{- $grant := fromJsonArray $same }}
{{- $names := index $grant 1 }}
{{- $rule := dict "apiGroups" (list (index $grant 0)) "resources" $some "verbs" (index $grant 2) }}
{{- if $names }}{{ $_ := set $rule "resourceNames" $names }}{{ end }}
{{- $order := print (index $grant 0) " " (join "," $some) " " (join "," $names) " " $same }}
{{- $_ := set $merged $order $rule }}
{{- end }}
{{- $sorted := list }}
{{- range $merged }}{{ $sorted = append $sorted . }}{{ end }}
{{- toJson $sorted }}
{{- end }}

{{/* The rules for cluster-scoped resources, or the others: rules, clusterScoped, isClusterScoped. As JSON. */}}
{{- define "operator.partedRules" -}}
{{- $parted := list }}
{{- range $rule := .rules }}
{{- range $group := $rule.apiGroups }}
{{- range $resource := $rule.resources }}
{{- $plural := splitList "/" $resource | first }}
{{- $full := empty $group | ternary $plural (print $plural "." $group) }}
{{- if eq (has $full $.clusterScoped) $.isClusterScoped }}
{{- $parted = append $parted (merge (dict "apiGroups" (list $group) "resources" (list $resource)) (deepCopy $rule)) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- include "operator.mergedRules" $parted }}
{{- end }}

{{/*
The roles of the operator, as JSON: name, rules, namespaces (a Role in each; a ClusterRole without), isUnbound.
*/}}
{{- define "operator.grants" -}}
{{- $grants := list }}
{{- $own := list .namespace }}
{{- $rules := list }}
{{- range .running }}{{ $rules = concat $rules .rules }}{{ end }}
{{- if .webhooks }}{{ range .declaration.webhooks }}{{ $rules = concat $rules .rules }}{{ end }}{{ end }}
{{- if .isLimited }}
{{- $parting := dict "rules" $rules "clusterScoped" .chart.clusterScoped }}
{{- $namespaced := include "operator.partedRules" (merge (dict "isClusterScoped" false) $parting) | fromJsonArray }}
{{- $clusterScoped := include "operator.partedRules" (merge (dict "isClusterScoped" true) $parting) | fromJsonArray }}
{{- $grants = append $grants (dict "name" .name "namespaces" .namespaces "rules" $namespaced) }}
{{- if $clusterScoped }}{{ $grants = append $grants (dict "name" (print .name "-cluster-scoped") "rules" $clusterScoped) }}{{ end }}
{{- else }}
{{- $grants = append $grants (dict "name" .name "rules" (include "operator.mergedRules" $rules | fromJsonArray)) }}
{{- end }}
{{- $election := list }}
{{- range .declaration.leaderElection.rules }}
{{- $rule := deepCopy . }}
{{- if $rule.resourceNames }}
{{- $names := list }}
{{- range $rule.resourceNames }}{{ $names = append $names (eq . $.declaration.leaderElection.leaseName | ternary $.name .) }}{{ end }}
{{- $_ := set $rule "resourceNames" $names }}
{{- end }}
{{- $election = append $election $rule }}
{{- end }}
{{- $grants = append $grants (dict "name" (print .name "-leader-election") "namespaces" $own "rules" (include "operator.mergedRules" $election | fromJsonArray)) }}
{{- if .inUse }}
{{- $rule := dict "apiGroups" (list "") "resources" (list "limitranges") "resourceNames" (list .inUse) "verbs" (list "get" "patch") }}
{{- $grants = append $grants (dict "name" .inUse "namespaces" $own "rules" (list $rule)) }}
{{- end }}
{{- if .webhooks }}
{{- if eq .webhooks.by "operator" }}
{{- $rule := dict "apiGroups" (list "") "resources" (list "secrets") "resourceNames" (list .webhooks.name) "verbs" (list "get" "patch") }}
{{- $grants = append $grants (dict "name" .webhooks.name "namespaces" $own "rules" (list $rule)) }}
{{- $bundles := list }}
{{- range .declaration.webhooks }}
{{- $rule := dict "apiGroups" (list "admissionregistration.k8s.io") "resourceNames" (list (print $.webhooks.name "-" .name)) "verbs" (list "list" "patch" "watch") }}
{{- if .mutates }}{{ $bundles = append $bundles (merge (dict "resources" (list "mutatingwebhookconfigurations")) $rule) }}{{ end }}
{{- if .validates }}{{ $bundles = append $bundles (merge (dict "resources" (list "validatingwebhookconfigurations")) $rule) }}{{ end }}
{{- end }}
{{- with include "operator.namedRules" $bundles | fromJsonArray }}{{ $grants = append $grants (dict "name" $.webhooks.name "rules" .) }}{{ end }}
{{- end }}
{{- $conversions := list }}
{{- range .declaration.apis }}{{ if .conversion }}{{ $conversions = concat $conversions .conversion.rules }}{{ end }}{{ end }}
{{- if and $conversions (not .isLimited) }}
{{- $grants = append $grants (dict "name" (print .name "-conversions") "rules" (include "operator.mergedRules" $conversions | fromJsonArray)) }}
{{- end }}
{{- end }}
{{- if .values.metrics.secure }}
{{- $rules := .declaration.secureMetrics | default dict }}
{{- $grants = append $grants (dict "name" (print .name "-metrics-auth") "rules" (include "operator.mergedRules" ($rules.rules | default list) | fromJsonArray)) }}
{{- $reading := dict "nonResourceURLs" (list "/metrics") "verbs" (list "get") }}
{{- $grants = append $grants (dict "name" (print .name "-metrics-reader") "rules" (list $reading) "isUnbound" true) }}
{{- end }}
{{- .values.rbac.create | ternary $grants list | toJson }}
{{- end }}

{{/* One rule per resource, with the names of all its rules. As JSON. */}}
{{- define "operator.namedRules" -}}
{{- $byResource := dict }}
{{- range . }}
{{- $resource := first .resources }}
{{- $known := get $byResource $resource | default (dict "resourceNames" list) }}
{{- $_ := set $byResource $resource (merge (dict "resourceNames" (concat $known.resourceNames .resourceNames | uniq | sortAlpha)) .) }}
{{- end }}
{{- $sorted := list }}
{{- range $byResource }}{{ $sorted = append $sorted . }}{{ end }}
{{- toJson $sorted }}
{{- end }}

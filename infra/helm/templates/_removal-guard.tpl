{{/* The objects that the operator needs: group, resource and names, as JSON. */}}
{{- define "operator.guarded" -}}
{{- $names := dict }}
{{- $_ := set $names "ServiceAccount" (.values.serviceAccount.create | ternary (list .serviceAccount) list) }}
{{- $_ := set $names "Service" (.metricsServed | ternary (list (print .name "-metrics")) list) }}
{{- $_ := set $names "Deployment" (list .name) }}
{{- $_ := set $names "LimitRange" (list .inUse (print .name "-uninstall")) }}
{{- if .webhooks }}
{{- $_ := set $names "Service" (append $names.Service .webhooks.name) }}
{{- if eq .webhooks.by "operator" }}{{ $_ := set $names "Secret" (list .webhooks.name) }}{{ end }}
{{- if eq .webhooks.by "cert-manager" }}{{ $_ := set $names "Certificate" (list .webhooks.secret) }}{{ end }}
{{- end }}
{{- range include "operator.grants" . | fromJsonArray }}
{{- $kind := hasKey . "namespaces" | ternary "Role" "ClusterRole" }}
{{- $_ := set $names $kind (append (get $names $kind | default list) .name | uniq) }}
{{- $binding := print $kind "Binding" }}
{{- if not .isUnbound }}{{ $_ := set $names $binding (append (get $names $binding | default list) .name | uniq) }}{{ end }}
{{- end }}
{{- $rules := list (dict "group" "" "resource" "namespaces" "names" (list .namespace)) }}
{{- $rbac := "rbac.authorization.k8s.io" }}
{{- $kinds := list (list "ServiceAccount" "" "serviceaccounts") (list "Service" "" "services") (list "Secret" "" "secrets") (list "LimitRange" "" "limitranges") }}
{{- $kinds = concat $kinds (list (list "Deployment" "apps" "deployments") (list "Certificate" "cert-manager.io" "certificates")) }}
{{- $kinds = concat $kinds (list (list "Role" $rbac "roles") (list "RoleBinding" $rbac "rolebindings")) }}
{{- $kinds = concat $kinds (list (list "ClusterRole" $rbac "clusterroles") (list "ClusterRoleBinding" $rbac "clusterrolebindings")) }}
{{- range $kind := $kinds }}
{{- with get $names (index $kind 0) }}{{ $rules = append $rules (dict "group" (index $kind 1) "resource" (index $kind 2) "names" .) }}{{ end }}
{{- end }}
{{- $rules = append $rules (dict "group" "apiextensions.k8s.io" "resource" "customresourcedefinitions" "names" .finalized) }}
{{- toJson $rules }}
{{- end }}

{{/* The value at a path, as JSON: from, path. Empty without a value. */}}
{{- define "operator.at" -}}
{{- $found := .from }}
{{- range splitList "." .path }}
{{- if kindIs "map" $found }}{{ $found = get $found . }}{{ else }}{{ $found = "" }}{{ end }}
{{- end }}
{{- if not (or (kindIs "invalid" $found) (eq (toString $found) "")) }}{{ toJson $found }}{{ end }}
{{- end }}

{{/* Fails for renamed or misplaced values, with the fix: given, chart. */}}
{{- define "operator.checkRenamed" -}}
{{- $errors := list }}
{{- range $path, $instead := .chart.renamed }}
{{- if include "operator.at" (dict "from" $.given "path" $path) }}
{{- $errors = append $errors (print $path " is not a value of this chart: " $instead) }}
{{- end }}
{{- end }}
{{- range $path, $instead := .chart.switches }}
{{- $value := include "operator.at" (dict "from" $.given "path" $path) }}
{{- if and $value (not (hasPrefix "{" $value)) }}
{{- $errors = append $errors (print $path " must be a map, but is " $value ": " $instead) }}
{{- end }}
{{- end }}
{{- with $errors }}{{ fail (print "\n- " (join "\n- " .)) }}{{ end }}
{{- end }}

{{/* Contradictions, with the messages of the constructs. As JSON. */}}
{{- define "operator.errors" -}}
{{- $v := .values }}
{{- $name := .declaration.name }}
{{- $errors := list }}
{{- if not $v.image.repository }}
{{- $errors = append $errors (print "image.repository is missing: set it, because " $name " has no default image") }}
{{- end }}
{{- if and .canGuard .isLimited (not $v.crds.install) (not (hasKey $v "removalGuard")) }}
{{- $errors = append $errors "removalGuard must be true or false if namespaces is set and crds.install is false: true creates a ValidatingAdmissionPolicy, which is cluster-scoped; false allows a deletion of the operator while custom resources need it to remove their finalizers" }}
{{- end }}
{{- if and $v.metrics.secure $v.metrics.plain }}
{{- $errors = append $errors "metrics cannot be both secure and plain: remove metrics.plain or metrics.secure" }}
{{- end }}
{{- if and $v.metrics.certificateSecret (not $v.metrics.secure) }}
{{- $errors = append $errors "metrics.certificateSecret needs metrics.secure: set metrics.secure, or remove metrics.certificateSecret" }}
{{- end }}
{{- if and (not .metricsServed) (hasKey .variables "BIND_ADDRESS") (not (hasKey .variables "METRICS_BIND_ADDRESS")) }}
{{- $errors = append $errors (print $name " cannot serve metrics on loopback only: it does not declare METRICS_BIND_ADDRESS. Regenerate its declaration with a newer runtime, or set metrics.plain, which lets every Pod of the cluster read them") }}
{{- end }}
{{- if and $v.metrics.secure (not .declaration.secureMetrics) }}
{{- $errors = append $errors (print $name " cannot have secure metrics: it does not declare secureMetrics") }}
{{- end }}
{{- if and $v.monitoring.enabled (not .metricsServed) }}
{{- $errors = append $errors (print .name " cannot be monitored: it serves metrics on loopback only. Set metrics to { secure: true }, which requires scrapers to have a permission, or to { plain: true }, which lets every Pod of the cluster read them") }}
{{- end }}
{{- if not $v.serviceAccount.create }}
{{- if not $v.serviceAccount.name }}
{{- $errors = append $errors "serviceAccount.name is missing: name the existing ServiceAccount" }}
{{- else if $v.serviceAccount.annotations }}
{{- $errors = append $errors "serviceAccount.annotations needs serviceAccount.create: annotate the existing ServiceAccount yourself" }}
{{- end }}
{{- end }}
{{- if and (hasKey $v.podDisruptionBudget "minAvailable") (hasKey $v.podDisruptionBudget "maxUnavailable") }}
{{- $errors = append $errors "podDisruptionBudget cannot have both maxUnavailable and minAvailable: remove one of them" }}
{{- end }}
{{- $none := list "0" "0%" }}
{{- with $v.podDisruptionBudget }}
{{- $missing := hasKey . "minAvailable" | ternary 1 (get . "maxUnavailable") }}
{{- $stay := get . "minAvailable" }}
{{- $allStay := kindIs "float64" $stay | ternary (ge (toString $stay | float64) (float64 $v.replicas)) (eq (toString $stay) "100%") }}
{{- if and .enabled (gt (int64 $v.replicas) 0) (or $allStay (has (toString $missing) $none)) }}
{{- $errors = append $errors (print "podDisruptionBudget would block every eviction of the " (int64 $v.replicas) " Pods, so their nodes could not be drained: allow one unavailable Pod, or set podDisruptionBudget.enabled to false") }}
{{- end }}
{{- end }}
{{- if and (has (toString $v.rollingUpdate.maxSurge) $none) (has (toString $v.rollingUpdate.maxUnavailable) $none) }}
{{- $errors = append $errors "rollingUpdate could not replace any Pod: maxSurge or maxUnavailable must be more than 0" }}
{{- end }}
{{- $own := "component,instance,managed-by,name,part-of,version" }}
{{- range $value := list "commonLabels" "podLabels" }}
{{- range $key, $_ := get $v $value }}
{{- if has $key (splitList "," (print "app.kubernetes.io/" (replace "," ",app.kubernetes.io/" $own))) }}
{{- $errors = append $errors (print $value ": a key must be other than app.kubernetes.io/{" $own "}, which every object already has, but is " (quote $key)) }}
{{- end }}
{{- end }}
{{- end }}
{{- range $variable, $value := include "operator.requiredVariables" . | fromJson }}
{{- if not (hasKey $.variables $variable) }}
{{- $errors = append $errors (print $name " cannot be deployed with these options: it does not declare " $variable " (" (get $.chart.deployed $variable) ")") }}
{{- end }}
{{- end }}
{{- concat $errors (include "operator.reachErrors" . | fromJsonArray) | toJson }}
{{- end }}

{{/* Errors of features that cannot be limited to namespaces. As JSON. */}}
{{- define "operator.reachErrors" -}}
{{- $errors := list }}
{{- if and .isLimited .webhooks }}
{{- if eq .webhooks.by "operator" }}
{{- $errors = append $errors "webhooks need an external certificate if namespaces is set: the operator could not set caBundle without a ClusterRole. Set webhooks.certificate, or set webhooks.enabled to false" }}
{{- else }}
{{- range .declaration.webhooks }}
{{- if eq .for.scope "Cluster" }}
{{- $errors = append $errors (print "the webhook " .name " cannot be limited to namespaces: " .for.kind " is cluster-scoped. Remove namespaces, or set webhooks.enabled to false") }}
{{- end }}
{{- end }}
{{- $asked := .namespaces }}
{{- range .webhooks.excluded }}{{ $asked = without $asked . }}{{ end }}
{{- if and .declaration.webhooks (not $asked) }}
{{- $errors = append $errors (print "webhooks would check nothing: API servers do not call them for " (join ", " .namespaces) ", because these namespaces are excluded: " (join ", " .webhooks.excluded) ". Run the operator in another namespace, or set webhooks.enabled to false") }}
{{- end }}
{{- end }}
{{- end }}
{{- range $api := .declaration.apis }}
{{- if and .conversion (not $.webhooks) }}
{{- $errors = append $errors (print .kind " has several versions, which only webhooks can convert: remove webhooks.enabled: false, or if namespaces is set, set webhooks.certificate") }}
{{- end }}
{{- range $.running }}
{{- if and $.isLimited (eq $api.scope "Cluster") (eq .for.group $api.group) (eq .for.kind $api.kind) }}
{{- $errors = append $errors (print "the controller " .name " cannot be limited to namespaces: " $api.kind " is cluster-scoped. Remove namespaces, or choose other controllers") }}
{{- end }}
{{- end }}
{{- end }}
{{- if and .isLimited (ne .policies "off") }}
{{- range .declaration.policies }}
{{- if eq .for.scope "Cluster" }}
{{- $errors = append $errors (print "the policy " .name " cannot be limited to namespaces: " .for.kind " is cluster-scoped. Remove namespaces, or do not deploy policies") }}
{{- end }}
{{- end }}
{{- end }}
{{- toJson $errors }}
{{- end }}

{{/* Errors of contradicting numbers. As JSON. */}}
{{- define "operator.numberErrors" -}}
{{- $errors := list }}
{{- $lease := include "operator.number" (dict "plan" . "env" "LEASE_DURATION_SECONDS") }}
{{- $deadline := include "operator.number" (dict "plan" . "env" "RENEW_DEADLINE_SECONDS") }}
{{- $retry := include "operator.number" (dict "plan" . "env" "RETRY_PERIOD_SECONDS") }}
{{- $text := dict "lease" (print .variables.LEASE_DURATION_SECONDS " (" $lease ")") "deadline" (print .variables.RENEW_DEADLINE_SECONDS " (" $deadline ")") }}
{{- if and $lease $deadline (le (float64 $lease) (float64 $deadline)) }}
{{- $errors = append $errors (print "the setting " $text.lease " must be more than " $text.deadline ": change one of them") }}
{{- end }}
{{- if and $deadline $retry (le (float64 $deadline) (mulf 1.2 (float64 $retry))) }}
{{- $errors = append $errors (print "the setting " $text.deadline " must be more than 1.2 times " .variables.RETRY_PERIOD_SECONDS " (" $retry "): change one of them") }}
{{- end }}
{{- range $name := list "metrics" "health" "webhooks" }}
{{- $port := get $.ports $name | int64 }}
{{- if and (le $port 0) (or (ne $name "webhooks") $.webhooks) }}
{{- $errors = append $errors (print "the " $name " port must be at least 1 in a cluster, but is " $port) }}
{{- end }}
{{- end }}
{{- if and (eq .ports.metrics .ports.health) (not .values.metrics.plain) }}
{{- $reason := .values.metrics.secure | ternary "secure metrics need their own port, because health is served without TLS" "metrics need their own port, because they are on loopback, where the kubelet cannot probe health" }}
{{- $errors = append $errors (print $reason ": set metricsPort or healthPort to a port other than " (int64 .ports.health)) }}
{{- end }}
{{- if and .webhooks (has .ports.webhooks (list .ports.metrics .ports.health)) }}
{{- $errors = append $errors (print "webhooks need their own port, because only they need a certificate that API servers trust: set webhookPort to a port other than " (int64 .ports.webhooks)) }}
{{- end }}
{{- range $resource := list "cpu" "memory" }}
{{- $limit := get $.values.resources.limits $resource }}
{{- $request := get $.values.resources.requests $resource }}
{{- if and (ne (toString $limit) "") (ne (toString $request) "") }}
{{- if lt (include "operator.amount" $limit | float64) (include "operator.amount" $request | float64) }}
{{- $errors = append $errors (print "resources.limits." $resource " " $limit " is below resources.requests." $resource " " $request ": raise the limit, or lower the request") }}
{{- end }}
{{- end }}
{{- end }}
{{- toJson $errors }}
{{- end }}

{{/* The number of a quantity such as 250m or 1Gi. */}}
{{- define "operator.amount" -}}
{{- $text := kindIs "string" . | ternary . (toJson .) }}
{{- $suffix := regexFind "([KMGTPE]i|[numkMGTPE])?$" $text }}
{{- $factors := dict "n" 1e-9 "u" 1e-6 "m" 1e-3 "k" 1e3 "M" 1e6 "G" 1e9 "T" 1e12 "P" 1e15 "E" 1e18 "Ki" 1024.0 "Mi" 1048576.0 "Gi" 1073741824.0 "Ti" 1099511627776.0 "Pi" 1125899906842624.0 "Ei" 1152921504606846976.0 }}
{{- mulf (float64 (trimSuffix $suffix $text)) (get $factors $suffix | default 1.0) }}
{{- end }}

{{/* Errors of contradicting names. As JSON. */}}
{{- define "operator.nameErrors" -}}
{{- $v := .values }}
{{- $errors := list }}
{{- $variables := list }}
{{- range $v.extraEnv }}
{{- if has .name $variables }}{{ $errors = append $errors (print "extraEnv has " .name " twice: remove one of them") }}{{ end }}
{{- $variables = append $variables .name }}
{{- if hasKey $.chart.taken .name }}{{ $errors = append $errors (print "extraEnv cannot set " .name ": " (get $.chart.taken .name)) }}{{ end }}
{{- end }}
{{- $volumes := list "tmp" }}
{{- if $v.metrics.certificateSecret }}{{ $volumes = append $volumes "metrics-certificate" }}{{ end }}
{{- if .webhooks.secret }}{{ $volumes = append $volumes "webhook-certificate" }}{{ end }}
{{- range $v.extraVolumes }}
{{- if has .name $volumes }}{{ $errors = append $errors (print "extraVolumes: two volumes are named " .name ": use another name") }}{{ end }}
{{- $volumes = append $volumes .name }}
{{- end }}
{{- range $index, $mount := $v.extraVolumeMounts }}
{{- if not (has $mount.name $volumes) }}
{{- $errors = append $errors (print "extraVolumeMounts[" $index "] mounts " $mount.name ", which does not exist: the volumes are " (join ", " $volumes) "; add it to extraVolumes") }}
{{- end }}
{{- end }}
{{- with $v.webhooks }}
{{- $certificate := .certificate }}
{{- $given := compact (list $certificate.issuer.name $certificate.secret $certificate.folder) }}
{{- if gt (len $given) 1 }}{{ $errors = append $errors "webhooks.certificate has more than one of issuer.name, secret and folder: remove all but one" }}{{ end }}
{{- if and $certificate.authorities (or $certificate.issuer.name (not $given)) }}{{ $errors = append $errors "webhooks.certificate.authorities needs secret or folder: set one of them, or remove it" }}{{ end }}
{{- if and $certificate.authorities (regexMatch "PRIVATE KEY" $certificate.authorities) }}{{ $errors = append $errors "webhooks.certificate.authorities must be PEM certificates, and nothing else" }}{{ end }}
{{- end }}
{{- if and (hasKey $v "createsEverywhere") (not .isLimited) }}
{{- $missing := list }}
{{- range include "operator.creatable" . | fromJsonArray }}
{{- if not (has . $v.createsEverywhere) }}{{ $missing = append $missing . }}{{ end }}
{{- end }}
{{- if $missing }}
{{- $errors = append $errors (print "createsEverywhere lacks " (join ", " $missing) ": the operator may create them in every namespace. Add them, or set namespaces, or run other controllers") }}
{{- end }}
{{- end }}
{{- toJson $errors }}
{{- end }}

{{/* The kinds that the controllers may create, besides their own kinds and events. As JSON. */}}
{{- define "operator.creatable" -}}
{{- $own := list "events" "events.events.k8s.io" }}
{{- range .declaration.apis }}{{ $own = append $own (print .plural "." .group) }}{{ end }}
{{- $resources := list }}
{{- range .running }}
{{- range $rule := .rules }}
{{- if or (has "create" .verbs) (has "*" .verbs) }}
{{- range $group := .apiGroups }}
{{- range $rule.resources }}
{{- $full := empty $group | ternary . (print . "." $group) }}
{{- if not (has $full $own) }}{{ $resources = append $resources $full }}{{ end }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- uniq $resources | sortAlpha | toJson }}
{{- end }}

{{/*
Fails if a CRD belongs to another installed release, because Helm's own message does not name the fix.
Use --take-ownership for a CRD of an uninstalled release.
*/}}
{{- define "operator.checkOwner" -}}
{{- $found := lookup "apiextensions.k8s.io/v1" "CustomResourceDefinition" "" .name }}
{{- $annotations := (get $found "metadata" | default dict).annotations | default dict }}
{{- $name := get $annotations "meta.helm.sh/release-name" }}
{{- $namespace := get $annotations "meta.helm.sh/release-namespace" }}
{{- $isOther := and $name (or (ne $name .root.Release.Name) (ne $namespace .root.Release.Namespace)) }}
{{- if $isOther }}
{{- range (lookup "apps/v1" "Deployment" $namespace "").items }}
{{- $owner := get (.metadata.annotations | default dict) "meta.helm.sh/release-name" }}
{{- $operator := get (.metadata.labels | default dict) "app.kubernetes.io/name" }}
{{- if and (eq $owner $name) (eq $operator $.plan.declaration.name) }}
{{- fail (print "\n- the CRD " $.name " belongs to the installed release " $name " in the namespace " $namespace ": set crds.install=false for a second release, and give each release its own controllers or namespaces") }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/*
Fails if another installation in the cluster serves the same custom resources: root, plan. A release that is limited to
namespaces, and creates nothing outside of them, only looks there, because its user often may not read other namespaces.
*/}}
{{- define "operator.checkServed" -}}
{{- $plan := .plan }}
{{- $own := include "operator.requiredVariables" $plan | fromJson }}
{{- $isLocal := and $plan.isLimited (not $plan.values.crds.install) (not $plan.inUse) }}
{{- range $namespace := $isLocal | ternary (append $plan.namespaces $plan.namespace | uniq) (list "") }}
{{- range (lookup "apps/v1" "Deployment" $namespace "").items }}
{{- $labels := .metadata.labels | default dict }}
{{- $release := get (.metadata.annotations | default dict) "meta.helm.sh/release-name" }}
{{- $isOwn := and (eq .metadata.namespace $plan.namespace) (or (eq .metadata.name $plan.name) (eq $release $.root.Release.Name)) }}
{{- $isOperator := and (eq (get $labels "app.kubernetes.io/name") $plan.declaration.name) (eq (get $labels "app.kubernetes.io/component") "operator") }}
{{- if and $isOperator (not $isOwn) .spec.replicas }}
{{- $other := dict }}
{{- range .spec.template.spec.containers }}{{ range .env }}{{ $_ := set $other .name .value }}{{ end }}{{ end }}
{{- $isApart := false }}
{{- range list "WATCH_NAMESPACE" "CONTROLLERS" }}
{{- $both := list (get $own . | splitList "," | compact) (get $other . | default "" | splitList "," | compact) }}
{{- $left := first $both }}
{{- range last $both }}{{ $left = without $left . }}{{ end }}
{{- if and (first $both) (last $both) (eq (len $left) (len (first $both))) }}{{ $isApart = true }}{{ end }}
{{- end }}
{{- if not $isApart }}
{{- fail (print "\n- this release would serve the same custom resources as the running installation " .metadata.name " in the namespace " .metadata.namespace ": give each its own namespaces or controllers") }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

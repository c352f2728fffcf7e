// The pinned CRDs of cert-manager, Crossplane and Knative, which tests import: nothing of them is built.
module kubewright.dev/test/foreign-crds

go 1.26.0

require (
	github.com/cert-manager/cert-manager v1.21.2
	github.com/crossplane/crossplane v1.20.0
	knative.dev/eventing v0.45.0
	knative.dev/serving v0.45.0
)

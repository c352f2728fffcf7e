// The pinned definitions of Argo CD and Flux, which our objects are held to: nothing of them is built.
module kubewright.dev/test/gitops-tools

go 1.26.0

require (
	github.com/argoproj-labs/argocd-operator v0.17.0
	github.com/fluxcd/kustomize-controller v1.9.6
)

// The pinned CRDs of cert-manager, for tests of kinds that may be missing: nothing of it is built.
module kubewright.dev/test/cert-manager

go 1.26.0

require github.com/cert-manager/cert-manager v1.21.2

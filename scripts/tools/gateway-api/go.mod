// The pinned CRDs of the Gateway API, for tests of kinds that may be missing: nothing of it is built.
module kubewright.dev/test/gateway-api

go 1.26.0

require sigs.k8s.io/gateway-api v1.6.3

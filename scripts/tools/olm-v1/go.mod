// The pinned operator-controller of OLM v1, for its CRDs: no Go code of ours, and none that is built (go.sum).
module kubewright.dev/test/olm-v1

go 1.26.3

require github.com/operator-framework/operator-controller v1.11.0

// The pinned definitions of the Prometheus Operator, which our objects are held to: nothing of it is built.
module kubewright.dev/test/prometheus-operator

go 1.26.0

require github.com/prometheus-operator/prometheus-operator v0.80.1

// The operator of the benchmark, with controller-runtime.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/klog/v2"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	benchv1 "bench.example.com/controller-runtime/api/v1"
	"bench.example.com/controller-runtime/internal/controller"
)

const operatorName = "widget-operator"

type flags struct {
	namespace string
	workers   int
	children  int
}

func main() {
	var f flags
	flag.StringVar(&f.namespace, "namespace", "default", "the only namespace that is watched")
	flag.IntVar(&f.workers, "workers", 1, "number of concurrent reconciles")
	flag.IntVar(&f.children, "children", 2, "number of children of each Widget")
	flag.Parse()

	logger := newLogger()
	ctrl.SetLogger(logger)
	klog.SetLogger(logger)

	if err := run(ctrl.SetupSignalHandler(), f); err != nil {
		logger.Error(err, "The operator failed")
		os.Exit(1)
	}
}

func run(ctx context.Context, f flags) error {
	// GetConfig turns off the client's rate limit.
	config, err := ctrl.GetConfig()
	if err != nil {
		return fmt.Errorf("no kubeconfig: %w", err)
	}

	manager, err := ctrl.NewManager(config, ctrl.Options{
		Scheme: newScheme(),
		Cache: cache.Options{
			DefaultNamespaces: map[string]cache.Config{f.namespace: {}},
			DefaultTransform:  cache.TransformStripManagedFields(),
		},
		Client:  client.Options{Cache: &client.CacheOptions{EnableReadYourWritesConsistency: new(true)}},
		Metrics: metricsserver.Options{BindAddress: "127.0.0.1:0"},
	})
	if err != nil {
		return fmt.Errorf("no manager: %w", err)
	}

	reconciler := &controller.WidgetReconciler{
		Client:   manager.GetClient(),
		Recorder: manager.GetEventRecorder(operatorName),
		Children: f.children,
	}
	if err := reconciler.SetupWithManager(manager, f.workers); err != nil {
		return fmt.Errorf("no controller: %w", err)
	}
	return manager.Start(ctx)
}

func newScheme() *runtime.Scheme {
	scheme := runtime.NewScheme()
	utilruntime.Must(clientgoscheme.AddToScheme(scheme))
	utilruntime.Must(benchv1.AddToScheme(scheme))
	return scheme
}

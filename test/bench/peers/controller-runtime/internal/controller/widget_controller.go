// Package controller reconciles Widgets.
package controller

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/events"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"

	benchv1 "bench.example.com/controller-runtime/api/v1"
)

const (
	finalizer    = "bench.example.com/clean-up"
	fieldManager = client.FieldOwner("widget-controller")
)

type WidgetReconciler struct {
	client.Client
	Recorder events.EventRecorder
	Children int
}

func (r *WidgetReconciler) SetupWithManager(manager ctrl.Manager, workers int) error {
	return ctrl.NewControllerManagedBy(manager).
		For(&benchv1.Widget{}).
		Owns(&corev1.ConfigMap{}).
		Owns(&corev1.Service{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: workers}).
		Complete(r)
}

func (r *WidgetReconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	widget := &benchv1.Widget{}
	if err := r.Get(ctx, request.NamespacedName, widget); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if !widget.DeletionTimestamp.IsZero() {
		return ctrl.Result{}, client.IgnoreNotFound(r.patchFinalizers(ctx, widget, controllerutil.RemoveFinalizer))
	}
	if err := r.patchFinalizers(ctx, widget, controllerutil.AddFinalizer); err != nil {
		return ctrl.Result{}, err
	}
	if err := r.applyChildren(ctx, widget); err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{}, r.patchStatus(ctx, widget)
}

// patchFinalizers sends nothing if the change changes nothing. A merge patch replaces the whole list, so the lock
// protects finalizers that others have added since.
func (r *WidgetReconciler) patchFinalizers(
	ctx context.Context, widget *benchv1.Widget, change func(client.Object, string) bool,
) error {
	before := widget.DeepCopy()
	if !change(widget, finalizer) {
		return nil
	}
	return r.Patch(ctx, widget, client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{}))
}

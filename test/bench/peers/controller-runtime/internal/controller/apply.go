package controller

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	metav1ac "k8s.io/client-go/applyconfigurations/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	benchv1 "bench.example.com/controller-runtime/api/v1"
)

const reasonApplied = "Applied"

type namedApplyConfiguration interface {
	runtime.ApplyConfiguration
	GetAPIVersion() *string
	GetKind() *string
	GetNamespace() *string
	GetName() *string
}

func (r *WidgetReconciler) applyChild(ctx context.Context, widget *benchv1.Widget, child namedApplyConfiguration) error {
	kind, name := *child.GetKind(), *child.GetName()
	if err := r.Apply(ctx, child, fieldManager, client.ForceOwnership); err != nil {
		return fmt.Errorf("failed to apply %s %s: %w", kind, name, err)
	}
	log.FromContext(ctx).Info("Applied child", "childKind", kind, "childName", name)
	// Without the related object, the events of two children would be one series.
	related := &corev1.ObjectReference{
		APIVersion: *child.GetAPIVersion(), Kind: kind, Namespace: *child.GetNamespace(), Name: name,
	}
	r.Recorder.Eventf(widget, related, corev1.EventTypeNormal, reasonApplied, "Apply", "Applied %s %s", kind, name)
	return nil
}

func controllerReference(widget *benchv1.Widget) *metav1ac.OwnerReferenceApplyConfiguration {
	return metav1ac.OwnerReference().
		WithAPIVersion(benchv1.GroupVersion.String()).
		WithKind(benchv1.WidgetKind).
		WithName(widget.Name).
		WithUID(widget.UID).
		WithController(true).
		WithBlockOwnerDeletion(true)
}

package controller

import (
	"context"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	benchv1 "bench.example.com/controller-runtime/api/v1"
)

func (r *WidgetReconciler) patchStatus(ctx context.Context, widget *benchv1.Widget) error {
	before := widget.DeepCopy()
	widget.Status.ObservedGeneration = widget.Generation
	widget.Status.Nonce = widget.Spec.Nonce
	widget.Status.Ready = true
	meta.SetStatusCondition(&widget.Status.Conditions, metav1.Condition{
		Type:    "Ready",
		Status:  metav1.ConditionTrue,
		Reason:  reasonApplied,
		Message: "All children are applied.",
	})
	if equality.Semantic.DeepEqual(before.Status, widget.Status) {
		return nil
	}
	return r.Status().Patch(ctx, widget, client.MergeFrom(before))
}

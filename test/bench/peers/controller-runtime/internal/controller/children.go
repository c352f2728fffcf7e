package controller

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	benchv1 "bench.example.com/controller-runtime/api/v1"
)

const (
	portName            = "http"
	port          int32 = 80
	containerPort int32 = 8080
)

func (r *WidgetReconciler) applyChildren(ctx context.Context, widget *benchv1.Widget) error {
	if err := r.applyConfigMap(ctx, widget, widget.Name+"-config"); err != nil {
		return err
	}
	if r.Children > 1 {
		if err := r.applyService(ctx, widget); err != nil {
			return err
		}
	}
	for i := 2; i < r.Children; i++ {
		if err := r.applyConfigMap(ctx, widget, fmt.Sprintf("%s-config-%d", widget.Name, i)); err != nil {
			return err
		}
	}
	return nil
}

func (r *WidgetReconciler) applyConfigMap(ctx context.Context, widget *benchv1.Widget, name string) error {
	data := map[string]string{"size": strconv.Itoa(int(widget.Spec.Size)), "text": widget.Spec.Text}

	var cached corev1.ConfigMap
	if err := r.Get(ctx, client.ObjectKey{Namespace: widget.Namespace, Name: name}, &cached); client.IgnoreNotFound(err) != nil {
		return err
	}
	if metav1.IsControlledBy(&cached, widget) && hasAll(cached.Data, data) {
		return nil
	}
	return r.applyChild(ctx, widget, corev1ac.ConfigMap(name, widget.Namespace).
		WithOwnerReferences(controllerReference(widget)).
		WithData(data))
}

func (r *WidgetReconciler) applyService(ctx context.Context, widget *benchv1.Widget) error {
	selector := map[string]string{"widget": widget.Name}

	var cached corev1.Service
	if err := r.Get(ctx, client.ObjectKeyFromObject(widget), &cached); client.IgnoreNotFound(err) != nil {
		return err
	}
	if metav1.IsControlledBy(&cached, widget) &&
		hasAll(cached.Spec.Selector, selector) &&
		slices.ContainsFunc(cached.Spec.Ports, isDesiredPort) {
		return nil
	}
	return r.applyChild(ctx, widget, corev1ac.Service(widget.Name, widget.Namespace).
		WithOwnerReferences(controllerReference(widget)).
		WithSpec(corev1ac.ServiceSpec().
			WithClusterIP(corev1.ClusterIPNone).
			WithSelector(selector).
			WithPorts(corev1ac.ServicePort().
				WithName(portName).
				WithPort(port).
				WithTargetPort(intstr.FromInt32(containerPort)))))
}

func isDesiredPort(p corev1.ServicePort) bool {
	return p.Name == portName && p.Port == port && p.TargetPort == intstr.FromInt32(containerPort)
}

// hasAll is not equality: server-side apply retains keys of others, so they do not count as a difference.
func hasAll(actual, desired map[string]string) bool {
	for key, value := range desired {
		if got, ok := actual[key]; !ok || got != value {
			return false
		}
	}
	return true
}

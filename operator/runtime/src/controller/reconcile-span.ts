import { beginSpan, type KubeObject, recordFailure, type Span } from '../base/index.ts';
import type { ControllerDefinition, Outcome } from '../reconcile/index.ts';
import type { ReconcileResult } from './reconcile-observer.ts';

/** Starts the span of one reconcile. Spans of its API calls and of the author's code become children. */
export function beginReconcileSpan(
  { name }: Pick<ControllerDefinition, 'name'>,
  { apiVersion, kind, metadata }: KubeObject,
  reconcileId: string,
): Span | undefined {
  return beginSpan(() => ({
    name: 'reconcile',
    attributes: {
      'kubewright.controller': name,
      'kubewright.reconcile.id': reconcileId,
      'k8s.object.api_version': apiVersion,
      'k8s.object.kind': kind,
      'k8s.object.name': metadata.name,
      'k8s.object.uid': metadata.uid,
      ...(metadata.namespace !== undefined && { 'k8s.namespace.name': metadata.namespace }),
    },
  }));
}

/** Ends the span with the metric label of the result, and with the error if there is one. */
export function endReconcileSpan(span: Span | undefined, outcome: Outcome, result: ReconcileResult): void {
  if (span === undefined) return;
  span.setAttribute('kubewright.reconcile.result', result);
  if (outcome.result === 'done' && outcome.action.kind === 'requeueAfter') {
    span.setAttribute('kubewright.reconcile.requeue_after_ms', outcome.action.afterMs);
  }
  if ('error' in outcome) recordFailure(span, outcome.error);
  span.end();
}

import type * as OpenTelemetry from '@opentelemetry/api';
import type { Attributes, Span } from '@opentelemetry/api';

import { getMessage } from './errors.ts';
import { hideSecrets } from './secrets.ts';

export type { Attributes, Span };

/** The OpenTelemetry API and a tracer, if the process has registered an SDK. */
let found: { readonly api: typeof OpenTelemetry; readonly tracer: OpenTelemetry.Tracer } | undefined;

/**
 * The global symbol under which version 1 of the OpenTelemetry API stores the registered SDK, whichever copy of the
 * package is used.
 */
const registered = Symbol.for('opentelemetry.js.api.1');

/**
 * Checks whether the process has registered an OpenTelemetry SDK; from then on, the runtime creates spans. Without an
 * SDK it does not load the OpenTelemetry API, which takes 15 ms and 3 MB.
 */
export async function findTracing(): Promise<void> {
  if (!(registered in globalThis)) return;
  const api = await import('@opentelemetry/api');
  found = { api, tracer: api.trace.getTracer('@kubewright/runtime') };
}

/** The name and attributes of a span at its start. */
export interface SpanStart {
  /** Constant for all spans of the same operation; varying values are in `attributes`. */
  readonly name: string;
  /** @default 'internal' */
  readonly kind?: 'internal' | 'client';
  readonly attributes: Attributes;
}

/** Starts a span as a child of the active one. The caller ends it. Returns `undefined` without tracing. */
export function beginSpan(describe: () => SpanStart): Span | undefined {
  if (found === undefined) return undefined;
  const { name, kind = 'internal', attributes } = describe();
  const { INTERNAL, CLIENT } = found.api.SpanKind;
  return found.tracer.startSpan(name, { kind: kind === 'client' ? CLIENT : INTERNAL, attributes });
}

/**
 * Runs `work` with `span` as the active span: spans that start in `work`, even after an `await`, become its children.
 */
export function runWithin<T>(span: Span | undefined, work: () => T): T {
  if (found === undefined || span === undefined) return work();
  const { context, trace } = found.api;
  return context.with(trace.setSpan(context.active(), span), work);
}

/** Runs `work` in a new span. Records a failure in the span and rethrows it. */
export function runInSpan<T>(describe: () => SpanStart, work: (span?: Span) => Promise<T>): Promise<T> {
  const span = beginSpan(describe);
  if (span === undefined) return work();
  return runWithin(span, async () => {
    try {
      return await work(span);
    } catch (error) {
      recordFailure(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/**
 * Marks a span as failed with `error`; redacts secrets as in log lines.
 * https://opentelemetry.io/docs/specs/otel/trace/exceptions/
 */
export function recordFailure(span: Span, error: unknown): void {
  if (found === undefined) return;
  const message = hideSecrets(getMessage(error));
  span.recordException(error instanceof Error ? toException(error, message) : message);
  span.setStatus({ code: found.api.SpanStatusCode.ERROR, message });
}

/** Sets `code`: OpenTelemetry uses it as the exception type, and `name` only if `code` is missing. */
function toException(error: Error & { readonly code?: unknown }, message: string): OpenTelemetry.Exception {
  const { name, stack = '', code = name } = error;
  return { code: String(code), name, message, stack: hideSecrets(stack) };
}

/** The active span, if any. */
export function getActiveSpan(): Span | undefined {
  return found?.api.trace.getActiveSpan();
}

/**
 * Log fields that connect a log line with a span. OpenTelemetry defines the names:
 * https://opentelemetry.io/docs/specs/otel/compatibility/logging_trace_context/
 */
export function getTraceFields(span: Span): { readonly trace_id: string; readonly span_id: string } {
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}

import type * as OpenTelemetry from '@opentelemetry/api';
import type { Attributes, Span } from '@opentelemetry/api';

import { getMessage } from './errors.ts';
import { hideSecrets } from './secrets.ts';

export type { Attributes, Span };

/** The OpenTelemetry API, if the process has registered an SDK. */
let found: { readonly api: typeof OpenTelemetry; readonly tracer: OpenTelemetry.Tracer } | undefined;

/**
 * The global symbol under which every copy of version 1 of the API stores its registrations. This project pins version
 * 1.
 */
const registered = Symbol.for('opentelemetry.js.api.1');

/**
 * Checks whether the process has registered an OpenTelemetry SDK, and creates spans from then on if so. If not, does
 * not even load the API, which would take 15 ms and 3 MB.
 */
export async function findTracing(): Promise<void> {
  if (!(registered in globalThis)) return;
  const api = await import('@opentelemetry/api');
  found = { api, tracer: api.trace.getTracer('@kubewright/runtime') };
}

/** The start values of a span. */
export interface SpanStart {
  /** Constant for all spans of the same operation; varying values are in `attributes`. */
  readonly name: string;
  /** @default 'internal' */
  readonly kind?: 'internal' | 'client';
  readonly attributes: Attributes;
}

/** Starts a span below the active one; the caller ends it. `undefined` without tracing. */
export function beginSpan(describe: () => SpanStart): Span | undefined {
  if (found === undefined) return undefined;
  const { name, kind = 'internal', attributes } = describe();
  const { INTERNAL, CLIENT } = found.api.SpanKind;
  return found.tracer.startSpan(name, { kind: kind === 'client' ? CLIENT : INTERNAL, attributes });
}

/** Runs `work` with `span` active: its spans become children, even after an `await` and in the author's own code. */
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
 * Marks a span as failed with the error, and redacts secrets as in a log line.
 * https://opentelemetry.io/docs/specs/otel/trace/exceptions/
 */
export function recordFailure(span: Span, error: unknown): void {
  if (found === undefined) return;
  const message = hideSecrets(getMessage(error));
  span.recordException(error instanceof Error ? toException(error, message) : message);
  span.setStatus({ code: found.api.SpanStatusCode.ERROR, message });
}

/** Sets `code`, because OpenTelemetry uses it as the type of the exception, and the name only without a code. */
function toException(error: Error & { readonly code?: unknown }, message: string): OpenTelemetry.Exception {
  const { name, stack = '', code = name } = error;
  return { code: String(code), name, message, stack: hideSecrets(stack) };
}

/** The active span, if any. */
export function getActiveSpan(): Span | undefined {
  return found?.api.trace.getActiveSpan();
}

/**
 * The fields that connect log lines and spans. The names are OpenTelemetry's:
 * https://opentelemetry.io/docs/specs/otel/compatibility/logging_trace_context/
 */
export function getTraceFields(span: Span): { readonly trace_id: string; readonly span_id: string } {
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}

import { SpanStatusCode, trace } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { buildRejection } from '../../fixtures/api-server.ts';
import { type RecordedSpans, recordSpans } from '../../fixtures/record-spans.ts';
import { manager, createScriptedRun, type ScriptedRun } from '../../fixtures/scripted-run.ts';
import { defineApi, t } from '../api/index.ts';
import type { Logger } from '../base/index.ts';
import type { Caches } from '../cache/index.ts';
import { ConfigMap } from '../kinds/index.ts';
import { createLogger } from '../manager/logging/index.ts';
import { requeueAfter, condition, defineController, owns } from '../reconcile/index.ts';
import { createController } from './controller.ts';

const Cafe = defineApi({ group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({}) });
const ownerKey = { namespace: 'default', name: 'mocca' };

const author = trace.getTracer('author');

/** A controller whose reconcile creates its own span around a call. */
const cafe = defineController(Cafe, {
  name: 'test',
  owns: { menus: owns(ConfigMap) },
  reconcile: (object, { menus, status, log }) =>
    author.startActiveSpan('brew', async (span) => {
      try {
        await new Promise(setImmediate);
        log.info('brewing');
        await menus.apply({ metadata: { name: object.metadata.name }, data: { coffee: 'yes' } });
        status.set({ conditions: [condition('Ready', true, { reason: 'Brewed', message: 'There is coffee.' })] });
        return requeueAfter(60_000);
      } finally {
        span.end();
      }
    }),
});

let spans: RecordedSpans;

beforeAll(async () => {
  spans = await recordSpans();
});

afterEach(() => {
  spans.exporter.reset();
});

afterAll(async () => {
  await spans[Symbol.asyncDispose]();
});

/** Formats the spans as an indented list: name, HTTP status, type of the error. */
function renderTree(parent?: string, indent = ''): string[] {
  const children = spans.exporter
    .getFinishedSpans()
    .filter(({ parentSpanContext }) => parentSpanContext?.spanId === parent);
  const inOrder = children.toSorted((a, b) => a.startTime[0] - b.startTime[0] || a.startTime[1] - b.startTime[1]);
  return inOrder.flatMap((span) => {
    const { 'http.response.status_code': code, 'error.type': type } = span.attributes;
    const line = [indent + span.name, code, type].filter((part) => part !== undefined).join(' ');
    return [line, ...renderTree(span.spanContext().spanId, `${indent}  `)];
  });
}

function getSpan(name: string): ReadableSpan {
  const span = spans.exporter.getFinishedSpans().find((each) => each.name === name);
  if (span === undefined) throw new Error(`the span ${name} does not exist`);
  return span;
}

const createScript = (): ScriptedRun => createScriptedRun({ ownerKind: Cafe, ownerKey, owner: { spec: {} } });

type Intercept = NonNullable<ScriptedRun['server']['intercept']>;

/** Rejects every write of the child with this status and message. */
function rejectMenus(status: number, message: string): Intercept {
  return ({ method, path }) =>
    method === 'PATCH' && path.endsWith('/configmaps/mocca') ? buildRejection(status, message) : undefined;
}

const rejectingMenus = rejectMenus(503, 'etcd is away');
const rejectEvents: Intercept = ({ path }) => (path.endsWith('/events') ? buildRejection(403, 'no events') : undefined);

/** Runs one term of a real controller, in which it reconciles its only resource. */
async function reconcileOnce(scripted: ScriptedRun, logger: Logger = scripted.logger): Promise<void> {
  const { client, clock } = scripted;
  const caches = { of: scripted.getCache } as unknown as Caches;
  const controller = createController({
    ...{ definition: cafe, client, caches, clock, logger },
    ...{ operator: manager.replace('/test', ''), instance: 'pod' },
  });
  const stop = new AbortController();
  const leadership = { signal: new AbortController().signal, assertLeading: () => undefined };
  const over = controller.run(leadership, stop.signal);
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise(setImmediate);
    await clock.settle();
  }
  stop.abort();
  await over;
}

describe('the trace of a reconcile', () => {
  it('has its calls as children, also below the author’s own spans, and ends with its events', async () => {
    await reconcileOnce(createScript());
    expect(renderTree()).toEqual([
      'reconcile',
      '  brew',
      '    get cafes 200',
      '    patch configmaps 201',
      '    create events 201',
      '  patch cafes/status 200',
    ]);
  });

  it('has the object, the controller and the result', async () => {
    await reconcileOnce(createScript());
    expect(getSpan('reconcile').attributes).toEqual({
      'kubewright.controller': 'test',
      'kubewright.reconcile.id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      'kubewright.reconcile.result': 'requeue_after',
      'kubewright.reconcile.requeue_after_ms': 60_000,
      'k8s.object.api_version': 'example.com/v1',
      'k8s.object.kind': 'Cafe',
      'k8s.object.name': 'mocca',
      'k8s.object.uid': expect.stringContaining('uid') as string,
      'k8s.namespace.name': 'default',
    });
    expect(getSpan('patch cafes/status').attributes).toEqual({
      'http.request.method': 'PATCH',
      'http.response.status_code': 200,
      'kubewright.request.verb': 'patch',
      'kubewright.request.resource': 'cafes/status.example.com',
      'k8s.object.kind': 'Cafe',
      'k8s.object.name': 'mocca',
      'k8s.namespace.name': 'default',
    });
  });

  it('does not count a missing object as a failure', async () => {
    await reconcileOnce(createScript());
    expect(spans.exporter.getFinishedSpans().filter(({ status }) => status.code === SpanStatusCode.ERROR)).toEqual([]);
  });

  it('records an error in the call and in the reconcile', async () => {
    const scripted = createScript();
    scripted.server.intercept = rejectingMenus;
    await reconcileOnce(scripted);
    expect(renderTree()).toEqual(['reconcile', '  brew', '    get cafes 200', '    patch configmaps 503 503']);
    const message = 'failed to apply ConfigMap default/mocca: etcd is away';
    for (const name of ['patch configmaps', 'reconcile']) {
      const { status, events } = getSpan(name);
      expect([name, status]).toEqual([name, { code: SpanStatusCode.ERROR, message }]);
      expect(events).toMatchObject([{ name: 'exception', attributes: { 'exception.message': message } }]);
    }
    expect(getSpan('reconcile').attributes).toMatchObject({ 'kubewright.reconcile.result': 'error' });
  });

  it('records a call without a response by its error code', async () => {
    const scripted = createScript();
    scripted.server.intercept = ({ path }) => {
      if (path.includes('/configmaps/')) throw new Error('connection reset');
      return undefined;
    };
    await reconcileOnce(scripted);
    expect(renderTree()).toEqual(['reconcile', '  brew', '    get cafes 200', '    patch configmaps API_UNAVAILABLE']);
  });

  it('has no secret of a thrown error, neither in its message nor in its stack', async () => {
    const scripted = createScript();
    scripted.server.intercept = ({ path }) => {
      if (path.includes('/configmaps/')) throw new Error('no way to https://me:s3cret@proxy/');
      return undefined;
    };
    await reconcileOnce(scripted);
    const { status, events } = getSpan('reconcile');
    expect(status.message).toContain('no way to https://[redacted]@proxy/');
    expect(JSON.stringify([status, events])).not.toContain('s3cret');
  });

  it('has no span for calls outside a reconcile', async () => {
    await createScript().environment.client.resource(Cafe).tryGet(ownerKey);
    expect(renderTree()).toEqual([]);
  });
});

describe('the lines of a reconcile, with its object, its controller and its trace,', () => {
  /** The log lines of one reconcile as objects, without those of the controller itself. */
  async function collectLogLines(scripted: ScriptedRun): Promise<Record<string, unknown>[]> {
    const lines: Record<string, unknown>[] = [];
    const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
    await reconcileOnce(scripted, createLogger({ level: 'debug', format: 'json', destination }));
    return lines.filter(({ msg }) => !String(msg).startsWith('controller '));
  }

  const bound = {
    controller: 'test',
    object: 'default/mocca',
    reconcileId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    causes: ['leadership'],
    trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    span_id: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
  };

  it.each([
    [
      'name it where it goes well',
      () => undefined,
      ['brewing', 'created a child', 'Ready has changed', 'wrote the status'],
    ],
    ['name it where it fails', rejectingMenus, ['brewing', 'reconcile failed']],
    [
      'name it where it is refused',
      rejectMenus(422, 'no'),
      ['brewing', 'Ready has changed', 'wrote the status', 'cannot apply the desired state'],
    ],
    [
      'name it where it comes too late',
      rejectMenus(409, 'somebody was faster'),
      ['brewing', 'conflict, reconciling again'],
    ],
    [
      'name it where its events cannot be emitted',
      rejectEvents,
      ['brewing', 'created a child', 'Ready has changed', 'wrote the status', 'failed to send an event'],
    ],
  ] as const)('%s', async (_, intercept, messages) => {
    const scripted = createScript();
    scripted.server.intercept = intercept;
    const lines = await collectLogLines(scripted);
    expect(lines.map(({ msg }) => msg).toSorted()).toEqual([...messages, 'reconciled'].toSorted());
    for (const line of lines) expect(line).toMatchObject(bound);
    expect(new Set(lines.map((line) => line['reconcileId'])).size).toBe(1);
    expect(lines[0]?.['trace_id']).toBe(getSpan('reconcile').spanContext().traceId);
    expect(lines[0]?.['span_id']).toBe(getSpan('reconcile').spanContext().spanId);
  });
});

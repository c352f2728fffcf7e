import { emptyModel, type LogLine, type Model, reduce } from './model.ts';

/** The current time in tests, shortly after the time of the log lines. */
export const nowMs = Date.parse('2026-01-01T10:00:10.000Z');

/** Builds a log line of a reconcile of `default/sample`. */
export function line(msg: string, fields: object = {}): LogLine {
  const time = '2026-01-01T10:00:00.000Z';
  return { level: 'info', time, controller: 'shop', object: 'default/sample', reconcileId: 'r1', msg, ...fields };
}

export function reconciled(fields: object = {}): LogLine {
  return line('reconciled', { level: 'debug', result: 'success', durationMs: 9, ...fields });
}

export function reduceAll(lines: readonly LogLine[], model: Model = emptyModel): Model {
  return lines.reduce(reduce, model);
}

/** Builds the log lines of a reconcile of `default/sample` that writes a field of its Deployment. */
export function rewrite(id: number, cause: string): readonly LogLine[] {
  const time = `2026-01-01T10:00:0${String(id)}.000Z`;
  const common = { time, reconcileId: `r${String(id)}`, causes: [cause] };
  const write = { child: 'Deployment', name: 'default/sample', paths: ['spec.replicas'] };
  return [line('updated a child', { ...common, ...write }), reconciled(common)];
}

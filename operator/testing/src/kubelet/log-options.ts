import { type LogOptions, Refusal } from './kubelet-host.ts';

/**
 * The options of a log, from the query of the API server's request.
 *
 * Throws: a `Refusal`, for an invalid number or time.
 */
export function logOptionsOf(query: URLSearchParams, now: number): LogOptions {
  const tailLines = count(query, 'tailLines');
  const limitBytes = count(query, 'limitBytes');
  const since = sinceOf(query, now);
  return {
    follow: query.get('follow') === 'true',
    previous: query.get('previous') === 'true',
    timestamps: query.get('timestamps') === 'true',
    ...(tailLines !== undefined && { tailLines }),
    ...(since !== undefined && { since }),
    ...(limitBytes !== undefined && { limitBytes }),
  };
}

function sinceOf(query: URLSearchParams, now: number): number | undefined {
  const seconds = count(query, 'sinceSeconds');
  if (seconds !== undefined) return now - seconds * 1000;
  const text = query.get('sinceTime');
  if (text === null) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new Refusal(`invalid sinceTime ${JSON.stringify(text)}`);
  return time;
}

function count(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new Refusal(`invalid ${name} ${JSON.stringify(text)}`);
  return Number(text);
}

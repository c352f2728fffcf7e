import type { ApiRequest } from '@kubewright/runtime/internal/client';
import type { Verb } from './answer.ts';

/** A request with its verb and its object. */
export interface RecordedRequest extends Pick<ApiRequest, 'method' | 'path' | 'query' | 'body'> {
  readonly verb: Verb;
  /** For example `Deployment`. */
  readonly kind: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
  /** HTTP status; absent while there is no response, and if the connection broke. */
  readonly status?: number;
}

/** A request in one line: `apply Deployment default/web`, `update Site/status default/web`. */
export function requestText({ verb, kind, subresource, namespace, name }: RecordedRequest): string {
  const what = subresource === undefined ? kind : `${kind}/${subresource}`;
  const where = [namespace, name].filter((part) => part !== undefined).join('/');
  return where === '' ? `${verb} ${what}` : `${verb} ${what} ${where}`;
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

import { pipeResponse, type HttpProxy, sendWhole, startHttpProxy, type Upstream } from '../../support/http-proxy.ts';
import { parseCall, type Call } from './call.ts';
import type { Gate, Gates } from './gates.ts';
import { isEvent } from './position.ts';

export interface ApiProxyOptions {
  /** The path of a kubeconfig with the operator's permissions. */
  readonly kubeconfig: string;
  /** The path of the kubeconfig that the proxy writes. The file must not exist. */
  readonly path: string;
  readonly gates: Gates;
}

/**
 * Starts a proxy that forwards requests unchanged: a watch line by line, everything else as a whole, so that a test can
 * block a call before the API server receives it, or after the API server has answered it.
 */
export function startApiProxy({ kubeconfig, path, gates }: ApiProxyOptions): Promise<HttpProxy> {
  const passage = new Passage(gates);
  return startHttpProxy({ kubeconfig, path, serve: (...exchange) => passage.serve(...exchange) });
}

/**
 * Forwards calls. A call that a gate blocks is never answered. Only a blocked event is rejected, because the operator
 * sends events one after the other, and an unanswered one would block those of all other objects.
 */
class Passage {
  readonly #gates: Gates;

  constructor(gates: Gates) {
    this.#gates = gates;
  }

  async serve(request: IncomingMessage, response: ServerResponse, upstream: Upstream): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const body = await text(request);
    const call = parseCall({ method, url, contentType: headers['content-type'] ?? '', body });
    if (call === undefined) {
      pipeResponse(await upstream.send(request, body), response);
      return;
    }
    const gate = this.#gateOf(call);
    if (!gate.arrived(call)) {
      rejectEvent(call, response);
      return;
    }
    const answer = await upstream.send(request, body);
    const whole = await text(answer);
    if (gate.answered(call)) sendWhole(response, answer, whole);
    else rejectEvent(call, response);
  }

  /**
   * Finds the gate for a call. A call without a known namespace belongs to the first object: the test then fails,
   * because the audit log of that object's namespace lacks the call.
   */
  #gateOf({ namespace = '', text: what }: Call): Gate {
    const [first] = this.#gates.values();
    const gate = this.#gates.get(namespace) ?? first;
    if (gate === undefined) throw new Error(`no test namespace matches this call: ${what} in ${namespace}`);
    return gate;
  }
}

function rejectEvent(call: Call, response: ServerResponse): void {
  if (!isEvent(call.text)) return;
  const rejection = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Forbidden', code: 403 };
  const headers = { 'content-type': 'application/json' };
  sendWhole(response, { statusCode: rejection.code, headers }, JSON.stringify(rejection));
}

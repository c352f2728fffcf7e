import { request as plainRequest } from 'node:http';
import { request as secureRequest, type RequestOptions } from 'node:https';
import { text } from 'node:stream/consumers';

import type { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { getAddress } from '../support/operator-process.ts';

/** How a client scrapes the metrics of an operator. */
export interface ScrapeOptions {
  readonly token?: string;
  /** How to verify the certificate. @default - it is not verified, as in the scrapes that kubebuilder configures */
  readonly verify?: { readonly ca: string; readonly serverName: string };
  /** Whether to use plain HTTP instead of TLS. @default false */
  readonly plain?: boolean;
  /** The address to connect to. @default - the Pod's address */
  readonly host?: string;
}

/** Scrapes the metrics of an operator's Pod. Rejects if the Pod does not answer. */
export async function scrape(
  pod: Pod,
  { token, verify, plain = false, host = getAddress(pod) }: ScrapeOptions = {},
): Promise<{ readonly status: number | undefined; readonly body: string }> {
  const options: RequestOptions = {
    host,
    port: 8080,
    path: '/metrics',
    agent: false,
    timeout: 15_000,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(verify === undefined ? { rejectUnauthorized: false } : { ca: verify.ca, servername: verify.serverName }),
  };
  return new Promise((resolve, reject) => {
    const request = (plain ? plainRequest : secureRequest)(options, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
    });
    request.on('error', reject).on('timeout', () => request.destroy(new Error('timed out')));
    request.end();
  });
}

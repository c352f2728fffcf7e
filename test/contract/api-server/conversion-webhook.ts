import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { systemClock } from '../../../operator/runtime/src/base/index.ts';
import { createAuthority } from '../../../operator/runtime/src/certificates/authority.ts';

interface Thing {
  readonly apiVersion: string;
  readonly spec: { readonly it?: string; readonly its?: string };
}

interface Review {
  readonly request: { readonly uid: string; readonly desiredAPIVersion: string; readonly objects: readonly Thing[] };
}

/** A conversion webhook that listens on this machine. */
export interface ConversionWebhook extends AsyncDisposable {
  readonly clientConfig: { readonly url: string; readonly caBundle: string };
}

/**
 * Starts a conversion webhook.
 * @param answer returns the response to a review, both as text. @default - converts `spec.it` of v1 to `spec.its` of
 *   v2, and back
 */
export async function serveConversions(
  answer: (body: string) => Promise<string> = async (body) => JSON.stringify(answerTo(JSON.parse(body) as Review)),
): Promise<ConversionWebhook> {
  const host = '127.0.0.1';
  const authority = await createAuthority('conversions', { clock: systemClock, validDays: 2 });
  const hosts = [{ type: 'ip', value: host } as const];
  const pair = await authority.issue({ commonName: host, usages: ['server'], hosts });
  const server = createServer({ cert: pair.certificate, key: pair.key }, (request, response) => {
    void text(request)
      .then(answer)
      .then((answered) => response.setHeader('content-type', 'application/json').end(answered));
  });
  await once(server.listen(0, host), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    clientConfig: {
      url: `https://${host}:${port}/convert`,
      caBundle: Buffer.from(authority.certificate).toString('base64'),
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answerTo({ request: { uid, desiredAPIVersion, objects } }: Review): object {
  const convertedObjects = objects.map((object) => convertThing(object, desiredAPIVersion));
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'ConversionReview',
    response: { uid, convertedObjects, result: { status: 'Success' } },
  };
}

function convertThing({ spec, ...object }: Thing, apiVersion: string): Thing {
  const value = spec.it ?? spec.its;
  const key = apiVersion.endsWith('/v2') ? 'its' : 'it';
  return { ...object, apiVersion, spec: value === undefined ? {} : { [key]: value } };
}

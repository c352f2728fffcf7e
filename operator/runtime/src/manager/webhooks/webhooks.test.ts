import { request } from 'node:https';

import { afterEach, expect, it } from 'vitest';

import { createFakeClock } from '../../../../testing/src/fake-clock.ts';
import { createRecordingLogger } from '../../../../testing/src/recording-logger.ts';
import type { Reviewed } from '../../admission/index.ts';
import { createSelfSigned } from '../../certificates/issuer.ts';
import type { Tls } from '../http/limited-server.ts';
import type { CertificateSource } from './certificate-source.ts';
import { Webhooks } from './webhooks.ts';

const keyPair = await createSelfSigned([{ type: 'dns', value: 'localhost' }], createFakeClock(new Date()));
const allowed: Reviewed = { status: 200, contentType: 'application/json', body: '{}' };

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

function startServing({ leaveMs = 0 } = {}) {
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  const stop = new AbortController();
  const certificate = Promise.withResolvers<Tls>();
  const answer = Promise.withResolvers<Reviewed>();
  const slowReceived = Promise.withResolvers<undefined>();
  let problem = (_: string): void => undefined;
  const source: CertificateSource = {
    loadTls: (report) => {
      problem = report;
      return certificate.promise;
    },
  };
  const webhooks = new Webhooks({
    reviews: ({ path }) => {
      if (path !== '/slow') return Promise.resolve(allowed);
      slowReceived.resolve(undefined);
      return answer.promise;
    },
    ...{ source, address: '127.0.0.1', port: 0, clock, logger, stop: stop.signal, leaveMs },
  });
  ends.push(() => webhooks.end());
  const port = (): number =>
    (logger.records.find(({ message }) => message === 'serving webhooks')?.fields as { port: number }).port;
  return {
    clock,
    logger,
    stop,
    certificate,
    answer,
    slowReceived: slowReceived.promise,
    webhooks,
    port,
    report: (text: string) => {
      problem(text);
    },
  };
}

const runCheck = ({ checks }: Webhooks): unknown => checks['webhooks']?.();

function postStatus(port: number, path = '/'): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = request({ port, path, method: 'POST', rejectUnauthorized: false, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code ?? error.message);
    });
    sent.end('{}');
  });
}

it('webhooks are ready once they are served, and report why they have no certificate until then', async () => {
  const { webhooks, certificate, report, port } = startServing();
  const started = webhooks.start();
  expect(runCheck(webhooks)).toBe('the webhooks do not have a certificate yet');
  report('the Secret hooks is missing');
  expect(runCheck(webhooks)).toBe('the webhooks do not have a certificate: the Secret hooks is missing');

  certificate.resolve({ keyPair });
  await started;

  expect(runCheck(webhooks)).toBe(true);
  expect(await postStatus(port())).toBe(200);
});

it('webhooks respond after the stop until the Pod has left its Service, and answer all received requests', async () => {
  const { webhooks, certificate, stop, clock, answer, slowReceived, port } = startServing({ leaveMs: 5_000 });
  certificate.resolve({ keyPair });
  await webhooks.start();
  stop.abort();
  const ended = webhooks.end();
  await clock.advance(4_999);
  expect(await postStatus(port())).toBe(200);
  const slow = postStatus(port(), '/slow');
  await slowReceived;

  await clock.advance(1);
  await expect.poll(() => postStatus(port())).toBe('ECONNREFUSED');
  answer.resolve(allowed);

  expect(await slow).toBe(200);
  await ended;
  expect(clock.timers).toBe(0);
});

it('webhooks abort an unanswered request after the longest time that an API server waits', async () => {
  const { webhooks, certificate, stop, clock, logger, slowReceived, port } = startServing();
  certificate.resolve({ keyPair });
  await webhooks.start();
  const slow = postStatus(port(), '/slow');
  await slowReceived;
  stop.abort();
  const ended = webhooks.end();
  await expect.poll(() => postStatus(port())).toBe('ECONNREFUSED');

  await clock.advance(30_000);

  await ended;
  expect(await slow).toBe('ECONNRESET');
  expect(logger.lines.at(-1)).toEqual({ level: 'warn', message: 'a review was not answered in time' });
});

it('webhooks end at once if they were never served, or if the process fails before the stop', async () => {
  const { webhooks } = startServing({ leaveMs: 5_000 });
  await webhooks.end();
});

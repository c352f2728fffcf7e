import { describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../testing/src/fake-clock.ts';
import { createRecordingLogger } from '../../../testing/src/recording-logger.ts';
import { someObject } from '../../fixtures/some-object.ts';
import type { Kind, KubeObject } from '../base/index.ts';
import { createReviews, type PostedReview, type Reviewed } from './answer-review.ts';
import { invalid } from './faults.ts';
import { defineWebhook, type WebhookDeclaration } from './webhook.ts';

const Cafe: Kind = { group: 'example.com', version: 'v1', kind: 'Cafe', plural: 'cafes', namespaced: true };

function setUpReviews(declaration: WebhookDeclaration<KubeObject>) {
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  const observed: string[] = [];
  const reviews = createReviews({
    ...{ webhooks: [defineWebhook(Cafe, declaration)], clock, logger },
    observer: {
      onBegin: (webhook) => {
        observed.push(`${webhook} began`);
        return (status) => observed.push(`${webhook} ${String(status)}`);
      },
      onThrown: (webhook) => observed.push(`${webhook} threw`),
    },
  });
  const ask = (path: string, changes: Partial<PostedReview> = {}): Promise<Reviewed> =>
    reviews({ path, query: new URLSearchParams('timeout=10s'), body: review(), ...changes });
  return { clock, logger, observed, ask };
}

function review(): string {
  const kind = { group: 'example.com', version: 'v1', kind: 'Cafe' };
  const object = { ...someObject({ name: 'home' }), spec: { password: 'hunter2' } };
  const request = { uid: '7', kind, name: 'home', namespace: 'default', operation: 'CREATE', userInfo: {}, object };
  return JSON.stringify({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request });
}

const parseResponse = ({ body }: Reviewed): unknown => (JSON.parse(body) as { response: unknown }).response;

describe('a review', () => {
  it('is answered by the function in its path', async () => {
    const { ask, observed } = setUpReviews({
      mutate: (object) => ({ ...object, metadata: { ...object.metadata, labels: { a: 'b' } } }),
      validate: () => [invalid('spec.size', 7, 'must be even')],
    });

    expect(parseResponse(await ask('/mutate/cafe'))).toMatchObject({ uid: '7', allowed: true, patchType: 'JSONPatch' });
    expect(parseResponse(await ask('/validate/cafe'))).toMatchObject({ uid: '7', allowed: false });
    expect(observed).toEqual(['/mutate/cafe began', '/mutate/cafe 200', '/validate/cafe began', '/validate/cafe 200']);
  });

  it.each(['/validate/bar', '/convert/cafe', '/validate/cafe/x', '/toString/cafe', '/'])(
    'has no webhook at %s',
    async (path) => {
      const { ask, observed } = setUpReviews({ validate: () => [] });

      expect(await ask(path)).toMatchObject({ status: 404 });
      expect(observed).toEqual([]);
    },
  );

  it('keeps integers beyond 2^53 exact, also in a list that the patch replaces', async () => {
    const { ask } = setUpReviews({
      mutate: (object) => {
        const { spec } = object as unknown as { spec: { sizes: readonly number[] } };
        return { ...object, spec: { sizes: spec.sizes.includes(1) ? spec.sizes : [...spec.sizes, 1] } };
      },
    });
    const body = review().replace('{"password":"hunter2"}', '{"sizes":[9007199254740993]}');

    const { patch } = parseResponse(await ask('/mutate/cafe', { body })) as { patch: string };
    expect(Buffer.from(patch, 'base64').toString()).toContain('"path":"/spec/sizes","value":[9007199254740993,1]');
  });

  it('fails if the function returns a number that may be rounded, and the log names the field', async () => {
    const { ask, logger } = setUpReviews({ mutate: (object) => ({ ...object, spec: { sizes: [2 ** 53 + 2] } }) });

    expect(await ask('/mutate/cafe')).toMatchObject({ status: 500 });
    expect(String(logger.lines.at(-1)?.error)).toContain('spec.sizes[0] became 9007199254740994');
  });

  it('that is malformed is rejected with the reason', async () => {
    const { ask } = setUpReviews({ validate: () => [] });

    expect(await ask('/validate/cafe', { body: '{' })).toMatchObject({ status: 400, body: 'the body is not JSON\n' });
  });

  it('fails alone if the function throws, with a log line that omits the object', async () => {
    const { ask, logger, observed } = setUpReviews({
      validate: () => {
        throw new Error('no connection');
      },
    });

    const answer = await ask('/validate/cafe');

    expect(answer).toMatchObject({ status: 500 });
    expect(observed).toEqual(['/validate/cafe began', '/validate/cafe threw', '/validate/cafe 500']);
    expect(logger.records).toEqual([
      {
        ...{ level: 'error', message: 'a webhook failed', error: 'no connection' },
        fields: { webhook: 'cafe', review: '7', operation: 'CREATE', namespace: 'default', name: 'home' },
      },
    ]);
    expect(JSON.stringify([answer, logger.records])).not.toContain('hunter2');
  });

  it.each([
    ['a tenth of a short timeout', 'timeout=3s', 2_700],
    ['half a second of a long one', 'timeout=30s', 29_500],
    ['half a second of the usual one, if it says none', '', 9_500],
    ['half a second of the default, if the request has a malformed duration', 'timeout=soon', 9_500],
  ])('times out %s before its end, and its signal aborts', async (_, query, ms) => {
    let signal: AbortSignal | undefined;
    const { ask, clock, logger } = setUpReviews({
      validate: (_object, context) => {
        signal = context.signal;
        return new Promise(() => undefined);
      },
    });
    const asked = ask('/validate/cafe', { query: new URLSearchParams(query) });

    await clock.advance(ms - 1);
    expect(signal?.aborted).toBe(false);
    await clock.advance(1);

    expect(await asked).toMatchObject({
      status: 500,
      body: `the webhook cafe took longer than ${String(ms)} ms; see review 7 in the log of the operator\n`,
    });
    expect(signal?.aborted).toBe(true);
    expect(logger.records).toEqual([
      expect.objectContaining({
        ...{ level: 'warn', message: 'a webhook timed out' },
        fields: expect.objectContaining({ review: '7', afterMs: ms }) as unknown,
      }),
    ]);
    expect(clock.timers).toBe(0);
  });
});

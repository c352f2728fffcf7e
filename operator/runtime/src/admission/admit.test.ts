import { describe, expect, it } from 'vitest';

import { someObject } from '../../fixtures/some-object.ts';
import { type Kind, type KubeObject, neverAborted, silentLogger } from '../base/index.ts';
import { defineApi, t } from '../api/index.ts';
import { Pod } from '../kinds/index.ts';
import { type AdmitOptions, runMutate, runValidate } from './admit.ts';
import { forbidden, invalid } from './faults.ts';
import type { AdmissionRequest } from './review.ts';
import { defineWebhook, type WebhookDeclaration } from './webhook.ts';

interface Cafe extends KubeObject {
  readonly spec: { readonly seats: number; readonly name?: string };
}

const Cafe: Kind<Cafe> = { group: 'example.com', version: 'v1', kind: 'Cafe', plural: 'cafes', namespaced: true };

function buildCafe(seats: number, name?: string): Cafe {
  const spec = name === undefined ? { seats } : { seats, name };
  return { ...someObject({ name: 'home' }), apiVersion: 'example.com/v1', kind: 'Cafe', spec };
}

function buildRequest(changes: Partial<AdmissionRequest>): AdmissionRequest {
  return {
    ...{ uid: '1', operation: 'CREATE', kind: Cafe, name: 'home', namespace: 'default' },
    ...{ object: buildCafe(3), oldObject: undefined, dryRun: false },
    requester: { username: 'ann', groups: [], extra: {} },
    ...changes,
  };
}

const given: AdmitOptions = {
  signal: neverAborted,
  log: silentLogger,
  resolveHandles: () => ({ handles: {}, settings: {} }),
};

const buildWebhook = (declaration: WebhookDeclaration<Cafe>) => defineWebhook(Cafe, declaration);

const failing = defineWebhook(Cafe, {
  mutate: () => {
    throw new Error('no such guest');
  },
});

describe('a mutating webhook', () => {
  const naming = buildWebhook({
    mutate: (object, { warn }) => {
      if (object.spec?.name !== undefined) return object;
      warn('a cafe without a name is called Home');
      return { ...object, spec: { ...object.spec, name: 'Home' } };
    },
  });

  it('returns the changes of its function, and warns once', async () => {
    await expect(runMutate(naming, buildRequest({}), given)).resolves.toEqual({
      allowed: true,
      patch: [{ op: 'add', path: '/spec/name', value: 'Home' }],
      warnings: ['a cafe without a name is called Home'],
    });
  });

  it('does not change an invalid object if its function fails: the API server reports the reason', async () => {
    const Bar = defineApi({
      group: 'example.com',
      version: 'v1',
      kind: 'Bar',
      spec: t.object({ guests: t.array(t.string()) }),
    });
    const lowering = defineWebhook(Bar, {
      mutate: (bar) => ({ ...bar, spec: { ...bar.spec, guests: bar.spec?.guests?.map((each) => each.toLowerCase()) } }),
    });
    const guests = (some: unknown) =>
      buildRequest({ object: { ...buildCafe(3), kind: 'Bar', spec: { guests: some } } as never });
    await expect(runMutate(lowering, guests('Ada'), given)).resolves.toEqual({
      allowed: true,
      patch: [],
      warnings: [],
    });
    await expect(runMutate(lowering, guests(['Ada']), given)).resolves.toMatchObject({ patch: [{ value: 'ada' }] });
    await expect(runMutate(failing, guests(['Ada']), given)).rejects.toThrow('no such guest');
  });

  it('returns no patch for a complete object', async () => {
    const request = buildRequest({ object: buildCafe(3, 'Corner') });
    await expect(runMutate(naming, request, given)).resolves.toEqual({ allowed: true, patch: [], warnings: [] });
  });

  it('fails if a second call changes the result again', async () => {
    const growing = buildWebhook({
      mutate: (object) => ({ ...object, spec: { seats: (object.spec?.seats ?? 0) + 1 } }),
    });

    await expect(runMutate(growing, buildRequest({}), given)).rejects.toMatchObject({
      code: 'DECLARATION_INVALID',
      message:
        'failed to mutate with the webhook cafe: a second call must not change anything, but would replace /spec/seats',
    });
  });

  it('allows a deletion, which has no object', async () => {
    const request = buildRequest({ operation: 'DELETE', object: undefined, oldObject: buildCafe(3) });
    await expect(runMutate(naming, request, given)).resolves.toMatchObject({ allowed: true, patch: [] });
  });
});

describe('a validating webhook', () => {
  const checking = buildWebhook({
    validate: ({ spec }, { oldObject: old }) =>
      old !== undefined && old.spec.seats > spec.seats ? [invalid('spec.seats', spec.seats, 'may only grow')] : [],
    validateDelete: ({ spec }) => (spec.seats > 0 ? [forbidden('spec.seats', 'a cafe with seats stays')] : []),
  });

  it('allows an object without errors', async () => {
    await expect(runValidate(checking, buildRequest({}), given)).resolves.toMatchObject({ allowed: true });
  });

  it('compares an update with the stored object', async () => {
    const request = buildRequest({ operation: 'UPDATE', oldObject: buildCafe(4) });
    await expect(runValidate(checking, request, given)).resolves.toEqual({
      allowed: false,
      faults: [{ path: 'spec.seats', reason: 'FieldValueInvalid', message: 'Invalid value: 3: may only grow' }],
      warnings: [],
    });
  });

  it('checks a deletion with the stored object', async () => {
    const request = buildRequest({ operation: 'DELETE', object: undefined, oldObject: buildCafe(4) });
    await expect(runValidate(checking, request, given)).resolves.toMatchObject({ allowed: false });
  });

  it('finds the dry runs of its declared kinds', async () => {
    const trying = defineWebhook(Cafe, {
      dryRuns: { pods: Pod },
      validate: ({ metadata: { name, namespace = '' } }, { pods }) =>
        pods.check({ metadata: { name, namespace }, spec: { containers: [] } }),
    });
    const fault = invalid('spec.containers', [], 'must have one');
    const handles = { pods: { check: async () => [fault] } };

    expect(trying.dryRuns).toEqual({ pods: Pod });
    await expect(
      runValidate(trying, buildRequest({}), { ...given, resolveHandles: () => ({ handles, settings: {} }) }),
    ).resolves.toMatchObject({ faults: [fault] });
  });

  it('passes on the user, and whether it is a dry run', async () => {
    const seen: unknown[] = [];
    const watching = buildWebhook({
      validate: (_, { userInfo, dryRun, operation }) => {
        seen.push([userInfo.username, dryRun, operation]);
        return [];
      },
    });
    await runValidate(watching, buildRequest({ dryRun: true }), given);
    expect(seen).toEqual([['ann', true, 'CREATE']]);
  });
});

describe('the declaration of a webhook', () => {
  it('takes its name from the kind', () => {
    expect(buildWebhook({ validate: () => [] }).name).toBe('cafe');
  });

  it.each([
    ['without a function', {}, 'the webhook does nothing'],
    ['with a name that is not a DNS label', { name: 'My Webhook', validate: () => [] }, 'must be a DNS label'],
  ])('is rejected %s', (_, declaration, message) => {
    expect(() => buildWebhook(declaration)).toThrow(message);
  });
});

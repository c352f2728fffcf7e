import { describe, expect, it } from 'vitest';

import { type ClusterDiff, exitCodeOf } from './cluster-diff.ts';
import { diffText } from './diff-text.ts';
import type { ObjectDiff, Outcome } from './object-diff.ts';

const web = (outcome: Outcome, rest: Partial<ObjectDiff> = {}): ObjectDiff => ({
  object: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: `web-${outcome.replace(' ', '-')}` },
  ...{ outcome, fields: [], conflicts: [] },
  ...rest,
});
const diffOf = (...objects: readonly ObjectDiff[]): ClusterDiff => ({
  units: [{ name: 'operator', objects }],
  leftovers: { objects: [] },
});

describe('diffText', () => {
  it('counts what stays, and shows what does not, field by field', () => {
    const replicas = { path: 'spec.replicas', before: 5, after: 3 };
    const diff: ClusterDiff = {
      context: 'kind-shop',
      ...diffOf(
        web('unchanged'),
        web('changed', { fields: [replicas] }),
        web('created'),
        web('not checked', { reason: 'new, and its namespace shop does not exist yet' }),
        web('conflict', {
          fields: [replicas, { path: 'spec.paused', after: true }],
          conflicts: [
            { manager: 'scaler', path: 'spec.replicas' },
            { manager: 'other', path: 'spec.strategy' },
          ],
        }),
        web('refused', { reason: 'spec.selector: Invalid value:\nfield is immutable' }),
      ),
      leftovers: { objects: [{ apiVersion: 'v1', kind: 'Service', namespace: 'shop', name: 'old' }] },
    };
    expect(diffText(diff)).toMatchInlineSnapshot(`
      "context: kind-shop
      operator: 1 unchanged, 1 changed, 1 created, 1 not checked, 1 conflict, 1 refused
        ~ Deployment shop/web-changed
            spec.replicas: 5 → 3
        + Deployment shop/web-created: new
        ? Deployment shop/web-not-checked: not checked: new, and its namespace shop does not exist yet
        ! Deployment shop/web-conflict: conflict
            spec.replicas: 5 → 3 (owned by scaler)
            spec.paused: absent → true
            spec.strategy (owned by other)
        x Deployment shop/web-refused: refused: spec.selector: Invalid value:
            field is immutable
      - Service shop/old: not deployed any more; it stays unless you prune
      "
    `);
  });

  it('says that what is not deployed any more is not known', () => {
    expect(diffText({ units: [], leftovers: { objects: [], reason: 'services is forbidden' } })).toBe(
      'What is not deployed any more is not known: services is forbidden\n',
    );
  });
});

describe('exitCodeOf', () => {
  it.each<[exitCode: number, ...outcomes: Outcome[]]>([
    [0],
    [0, 'unchanged'],
    [1, 'unchanged', 'changed'],
    [1, 'created'],
    [1, 'not checked'],
    [1, 'conflict'],
    [2, 'changed', 'refused'],
  ])('is %i for %s %s', (exitCode, ...outcomes) => {
    expect(exitCodeOf(diffOf(...outcomes.map((outcome) => web(outcome))))).toBe(exitCode);
  });
});

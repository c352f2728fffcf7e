import { stripVTControlCharacters } from 'node:util';

import { describe, expect, it } from 'vitest';

import { findLoops } from './find-loops.ts';
import { line, nowMs, reconciled, reduceAll, rewrite } from './log-fixture.ts';
import { emptyModel } from './model.ts';
import { renderScreen, type View } from './render.ts';
import type { Node } from './tree.ts';

const leaf = (title: string, rest: Partial<Node> = {}): Node => ({
  ...{ title, why: '', children: [] },
  ...rest,
});

const tree = [
  leaf('CoffeeShop default/sample', {
    ...{ ready: 'False', why: 'ImagePullBackOff: cannot pull the image' },
    children: [leaf('Deployment sample', { ready: 'True', why: 'Complete' }), leaf('Service sample')],
  }),
  leaf('CoffeeShop default/old', { deletion: ['example.com/shop'] }),
  leaf('CoffeeShop default/older', { deletion: [] }),
];

const err = { type: 'TypeError', message: 'no tea' };
const model = reduceAll([
  reconciled({ causes: ['start'], durationMs: 120 }),
  ...[1, 2].map((id) => reconciled({ causes: ['timer'], reconcileId: `r${id}` })),
  ...rewrite(3, 'spec.size by kubectl-edit'),
  line('reconcile failed', { level: 'error', err, reconcileId: 'r4', causes: ['spec.size by kubectl-edit'] }),
  reconciled({ result: 'error', reconcileId: 'r4' }),
]);

function render(view: Partial<View>, columns = 140, rows = 24): string {
  const all = {
    title: 'Kubernetes v1.36.4',
    keys: 'r restart   q quit',
    model: emptyModel,
    tree: [],
    loops: [],
    ...view,
  };
  return stripVTControlCharacters(renderScreen(all, { columns, rows }).join('\n'));
}

describe('the screen', () => {
  it('shows objects with their children, reconciles with their causes, and the keys', () => {
    expect(`\n${render({ tree, model })}\n`).toMatchInlineSnapshot(`
      "
      ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
      Objects  Kubernetes v1.36.4
        ✗ CoffeeShop default/sample  ImagePullBackOff: cannot pull the image
          ├ ✓ Deployment sample  Complete
          └ · Service sample
        · CoffeeShop default/old  being deleted, held by example.com/shop
        · CoffeeShop default/older  being deleted
      Reconciles  newest first
        10:00:00 ✗ default/sample     9 ms  TypeError: no tea  ← spec.size by kubectl-edit
        10:00:03 ✓ default/sample     9 ms  Deployment: spec.replicas  ← spec.size by kubectl-edit
        10:00:00 ✓ default/sample     9 ms ×3  ← timer
      r restart   q quit
      "
    `);
  });

  it('is as wide as the terminal', () => {
    expect(`\n${render({ tree, model }, 60)}\n`).toMatchInlineSnapshot(`
      "
      ────────────────────────────────────────────────────────────
      Objects  Kubernetes v1.36.4
        ✗ CoffeeShop default/sample  ImagePullBackOff: cannot pul…
          ├ ✓ Deployment sample  Complete
          └ · Service sample
        · CoffeeShop default/old  being deleted, held by example.…
        · CoffeeShop default/older  being deleted
      Reconciles  newest first
        10:00:00 ✗ default/sample     9 ms  TypeError: no tea
                   ← spec.size by kubectl-edit
        10:00:03 ✓ default/sample     9 ms  Deployment: spec.repl…
                   ← spec.size by kubectl-edit
        10:00:00 ✓ default/sample     9 ms ×3  ← timer
      r restart   q quit
      "
    `);
  });

  it('fits into a low terminal', () => {
    const rows = render({ tree: Array.from({ length: 100 }, () => tree[0] as Node), model }, 80, 14).split('\n');
    expect(rows.length).toBeLessThan(14);
    expect(rows).toContainEqual(expect.stringMatching(/^ {2}… \d+ more$/));
    expect(rows.at(-1)).toBe('r restart   q quit');
    expect(render({ tree, model }, 20, 3).split('\n')).toHaveLength(2);
    expect([1, 0].map((rows) => render({ tree, model }, 20, rows))).toEqual(['', '']);
  });

  it('names a write loop with its field and its cause', () => {
    const reply = 'Deployment default/sample: spec.replicas by autoscaler';
    const loop = reduceAll(Array.from({ length: 6 }, (_, id) => rewrite(id, reply)).flat());
    expect(render({ model: loop, loops: findLoops(loop.ended, nowMs) })).toContain(
      'write loop: default/sample wrote spec.replicas of Deployment 6 times in 20 s  ' +
        '← Deployment: spec.replicas by autoscaler',
    );
  });

  it('shows no control character of a name or a message', () => {
    expect(render({ tree: [leaf('CoffeeShop a\u001b[2J', { why: 'b\u009b\nc' })] })).toContain('CoffeeShop a[2J  bc');
  });
});

import { describe, expect, it } from 'vitest';

import { formatSummary } from '../../operator/demo/summary.ts';
import { buildSections } from '../../operator/demo/sections.ts';
import { tours } from '../../operator/demo/tours/tours.ts';
import { ids } from './ids.ts';

/** The ids of the walk-throughs that the steps of `npm start` run. */
const listWalkedIds = (keep: boolean): ReadonlySet<string> =>
  new Set(
    buildSections(tours, { keep })
      .flat()
      .flatMap(({ steps }) => steps.flatMap((step) => step.ids ?? [])),
  );

describe('npm start', () => {
  it('runs every walk-through of the upstream samples except that of the Helm chart', () => {
    const walks = ids.filter((id) => /^[A-Z]{2}-A\d+$/.test(id));
    expect([...listWalkedIds(false)].sort()).toEqual(walks.filter((id) => id !== 'EC-A8').sort());
  });

  it('runs only the walk-throughs of samples that become Ready if it keeps the cluster running', () => {
    expect([...listWalkedIds(true)].sort()).toEqual(['EC-A1', 'EC-A2', 'PS-A1', 'WS-A1', 'WS-A5']);
  });

  it('starts the servers of samples once, while the operator starts', () => {
    const [first, ...others] = buildSections(tours, { keep: false }).flat();
    const [before = []] = tours.flatMap((tour) => (tour.before === undefined ? [] : [tour.before]));
    expect(before).not.toEqual([]);
    expect(first?.steps.slice(1, -1)).toEqual(before);
    expect(others.flatMap(({ steps }) => steps).filter((step) => before.includes(step))).toEqual([]);
  });

  it('lists the walk-throughs in its summary, and counts each once', () => {
    const step = { result: 'done', seconds: 1 };
    const table = formatSummary(
      [
        { title: 'The operator', results: [{ title: 'Apply', ids: [], ...step }] },
        {
          title: 'Echo',
          results: [
            { title: 'Apply again', ids: ['EC-A4'], ...step },
            { title: 'Kill the leader', ids: ['EC-A4', 'EC-A6'], ...step },
          ],
        },
      ],
      2.5,
    );
    expect(table.split('\n')).toEqual([
      'The operator (1.0 s)',
      '               Apply              1.0 s  done',
      'Echo (2.0 s)',
      '  EC-A4        Apply again        1.0 s  done',
      '  EC-A4 EC-A6  Kill the leader    1.0 s  done',
      'Total: 2.5 s, 2 walk-throughs of the upstream samples (listed by id in test/ids.md)',
    ]);
  });
});

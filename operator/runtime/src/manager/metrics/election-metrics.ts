import type { ElectionObserver } from '../election/index.ts';
import type { Families } from './families.ts';

/** The families `leader_election_*`: takes note of what the election does. */
export function electionFamilies(families: Families): Pick<ElectionObserver, 'leading' | 'slowPath'> {
  const labelNames = ['name'] as const;
  const master = families.gauge({
    name: 'leader_election_master_status',
    help: '1 while this process leads, else 0.',
    labelNames,
  });
  const slowPath = families.counter({
    name: 'leader_election_slowpath_total',
    help: 'Renewals that had to read the Lease first.',
    labelNames,
  });
  return {
    leading(name, leads) {
      master.set({ name }, leads ? 1 : 0);
      slowPath.inc({ name }, 0);
    },
    slowPath(name) {
      slowPath.inc({ name });
    },
  };
}

import fc from 'fast-check';

import { type Attack, formatValue } from './attack.ts';
import { setAt } from './schema-fields.ts';
import { listHostileValues, listSpecFields } from './spec-attacks.ts';
import type { Victim } from './victim.ts';

/** A fixed seed, so that each run sends the same specs. */
const seed = 20_260;

/** Specs in which several fields have bad values or random JSON. */
export function buildRandomAttacks({ api, spec }: Pick<Victim, 'api' | 'spec'>, count: number): readonly Attack[] {
  const [, ...fields] = listSpecFields(api);
  const changes = fields.map((field) => {
    const values = [...listHostileValues(field)].filter((value) => typeof value !== 'string' || value.length < 1e4);
    return fc.oneof(fc.constant(unchanged), fc.constantFrom(...values), fc.jsonValue({ maxDepth: 2 }));
  });
  return fc.sample(fc.tuple(...changes), { seed, numRuns: count }).map((values) => {
    const paths = fields.filter((_, index) => values[index] !== unchanged).map(({ path }) => path.join('.'));
    const parts = values.reduce<unknown>(
      (all, value, index) => {
        const path = fields[index]?.path ?? [];
        return value === unchanged ? all : setAt(all, path, value);
      },
      { spec },
    );
    const names: Attack['names'] = paths.length === 0 ? ['spec'] : (paths as [string, ...string[]]);
    return { what: `at random, ${formatValue(parts)}`, names, parts: parts as NonNullable<Attack['parts']> };
  });
}

const unchanged = Symbol('unchanged');

import { describe, expect, it } from 'vitest';

import { environments } from '@kubewright/infra/catalogue';

import { pulumi } from './pulumi.ts';
import { differences, type Way } from './way.ts';
import { committed } from './yaml.ts';

const ways: readonly Way[] = [pulumi];

describe.each(ways)('$name', ({ additions, objects }) => {
  it.each(environments)('makes the objects of the YAML of $name', async (environment) => {
    const expected = additions.filter(({ notIn = [] }) => !notIn.includes(environment.name));
    const found = differences(committed(environment.name), await objects(environment), expected);
    expect(found).toEqual({ unexplained: [], unused: [] });
  });
});

import { readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { environments } from '@kubewright/infra/catalogue';

import { createHelmMethod } from './helm.ts';
import { olm } from './olm.ts';
import { pulumi } from './pulumi.ts';
import { findDifferences, type DeliveryMethod } from './delivery-method.ts';
import { readCommitted } from './yaml.ts';

const ways: readonly DeliveryMethod[] = [pulumi, await createHelmMethod(), olm];

describe.each(ways)('$name', ({ additions, compared = (objects) => objects, objects }) => {
  it.each(environments)('creates the objects of the YAML of $name', async (environment) => {
    const expected = additions.filter(({ onlyIn = [environment.name] }) => onlyIn.includes(environment.name));
    const [yaml, made] = [readCommitted(environment.name), await objects(environment)];
    const found = findDifferences(compared(yaml), compared(made), expected);
    expect(found).toEqual({ unexplained: [], unused: [] });
  });
});

describe('the page about delivery methods', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../../infra/docs/delivery-differences.md'), 'utf8');

  it.each(ways)('lists the additions of $name, and nothing else', ({ name, additions }) => {
    const [, list = ''] = new RegExp(`^\\*\\*${name}\\*\\*[^\\n]*\\n\\n((?:- .*\\n)+)`, 'm').exec(page) ?? [];
    const listed = list.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []));
    expect(listed).toEqual([...new Set(additions.map(({ what }) => what))]);
  });
});

import { describe, expect, it } from 'vitest';

import { someObject } from '../../fixtures/some-object.ts';
import { createSelectorTest } from './label-selector.ts';

const shop = someObject({ name: 'a', labels: { app: 'shop', 'example.com/tier': 'b', empty: '', count: '4' } });
const bare = someObject({ name: 'b' });

describe('a label selector', () => {
  it.each([
    [undefined, true, true],
    ['', true, true],
    ['app', true, false],
    ['!app', false, true],
    ['! app', false, true],
    ['app=shop', true, false],
    ['app == shop', true, false],
    ['app=other', false, false],
    ['app!=shop', false, true],
    ['app!=other', true, true],
    ['empty=', true, false],
    ['example.com/tier in (a, b)', true, false],
    ['example.com/tier in (a,c)', false, false],
    ['example.com/tier notin (a,b)', false, true],
    ['example.com/tier notin (c)', true, true],
    ['app=shop,example.com/tier in (a,b),!old', true, false],
    ['app=shop, old', false, false],
    ['constructor', false, false],
    ['!constructor', true, true],
    ['size>3', false, false],
    ['size > 3, app', false, false],
    ['count>3', true, false],
    ['count > 4', false, false],
    ['count<5', true, false],
    ['app<5', false, false],
    ['count>x', false, false],
    ['app~shop', false, false],
  ])('%s selects a labelled object: %s, one without labels: %s', (selector, labelled, unlabelled) => {
    expect([createSelectorTest(selector)(shop), createSelectorTest(selector)(bare)]).toEqual([labelled, unlabelled]);
  });
});

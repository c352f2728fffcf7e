import { describe, expect, it } from 'vitest';

import { parseKinds } from './kinds.ts';

describe('the kinds of the screen', () => {
  it('are those that the operator reconciles, those that it only declares, and those that it creates', () => {
    const list = ['get', 'list', 'watch'];
    const declaration = {
      name: 'shops',
      apis: [
        { group: 'example.com', kind: 'CoffeeShopPolicy', plural: 'coffeeshoppolicies' },
        { group: 'example.com', kind: 'CoffeeShop', plural: 'coffeeshops' },
      ],
      controllers: [
        {
          for: { group: 'example.com', kind: 'CoffeeShop' },
          rules: [
            { apiGroups: ['example.com'], resources: ['coffeeshops'], verbs: list },
            { apiGroups: ['apps'], resources: ['deployments'], verbs: ['create', ...list] },
            { apiGroups: [''], resources: ['services', 'secrets'], verbs: ['create', ...list] },
            { apiGroups: [''], resources: ['configmaps'], verbs: list },
            { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['create', 'list', 'patch', 'watch'] },
          ],
        },
        { for: { group: '', kind: 'Node' }, rules: [{ apiGroups: [''], resources: ['nodes'], verbs: list }] },
      ],
    };
    expect(parseKinds(JSON.stringify(declaration))).toEqual({
      ...{ operator: 'shops', own: ['coffeeshops.example.com', 'nodes', 'coffeeshoppolicies.example.com'] },
      hasUnreconciled: true,
      owned: ['deployments.apps', 'services', 'secrets'],
    });
  });
});

import { it } from 'vitest';

import { defineApi, t } from '../api/index.ts';
import { Pod } from '../kinds/index.ts';
import { awaitChange, defineController } from '../reconcile/index.ts';
import type { OperatorDefinition } from './operator-definition.ts';

const Menu = defineApi({ group: 'example.com', version: 'v1', kind: 'Menu', spec: t.object({}) });
const menu = defineController(Menu, { reconcile: () => Promise.resolve(awaitChange) });

it('kinds without a controller are those of the operator itself', () => {
  const operator = { name: 'menus', version: '1.0.0', controllers: [] };
  const accept = ({ name }: OperatorDefinition): string => name;
  accept({ ...operator, apis: [Menu] });
  // @ts-expect-error -- this kind is built into Kubernetes
  accept({ ...operator, apis: [Pod] });
  // @ts-expect-error -- a controller belongs in `controllers`
  accept({ ...operator, apis: [menu] });
});

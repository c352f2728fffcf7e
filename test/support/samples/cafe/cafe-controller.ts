import {
  awaitChange,
  condition,
  ConfigMap,
  type ControllerDefinition,
  defineController,
  owns,
  type Permission,
} from '@kubewright/runtime';

import { CafeV2 } from './cafe-v2.ts';

const build = (permissions: readonly Permission[]): ControllerDefinition =>
  defineController(CafeV2, {
    owns: { boards: owns(ConfigMap) },
    permissions,
    async reconcile({ metadata, spec }, { boards, status }) {
      const { openMinutes, seats, terrace = 0 } = spec;
      const data = {
        open: `${String(openMinutes)} minutes a day`,
        inside: String(seats - terrace),
        ...(terrace > 0 && { outside: String(terrace) }),
      };
      const board = await boards.apply({ metadata: { name: metadata.name }, data });
      const ready = condition('Ready', true, { reason: 'Open', message: 'Guests can read the board.' });
      status.set({ board: board.metadata.name, conditions: [ready] });
      return awaitChange;
    },
  });

/** The controller since release 2. It only sees the hub version, regardless of the stored or written version. */
export const cafeController: ControllerDefinition = build([]);

/** The same controller for clusters in which only a user that may delete the child may change its owner reference. */
export const cafeControllerWithDelete: ControllerDefinition = build([
  { apiGroups: [''], resources: ['configmaps'], verbs: ['delete'], reason: 'updates owner references on OpenShift' },
]);

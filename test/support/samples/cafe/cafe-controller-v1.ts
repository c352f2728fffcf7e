import {
  awaitChange,
  condition,
  ConfigMap,
  type ControllerDefinition,
  defineController,
  owns,
} from '@kubewright/runtime';

import { CafeV1 } from './cafe-v1.ts';
import { parseMinutes } from './open-for.ts';

/** The controller of release 1. It writes the board of a café into a ConfigMap. */
export const cafeControllerV1: ControllerDefinition = defineController(CafeV1, {
  owns: { boards: owns(ConfigMap) },
  async reconcile({ metadata, spec }, { boards, status }) {
    const data = { open: `${String(parseMinutes(spec.openFor))} minutes a day`, inside: String(spec.guests) };
    const board = await boards.apply({ metadata: { name: metadata.name }, data });
    const ready = condition('Ready', true, { reason: 'Open', message: 'Guests can read the board.' });
    status.set({ board: board.metadata.name, conditions: [ready] });
    return awaitChange;
  },
});

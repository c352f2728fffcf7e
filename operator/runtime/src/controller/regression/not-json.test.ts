import { describe, expect, it } from 'vitest';

import { type ControllerRun, runController } from '../../../../testing/src/run-controller/run-controller.ts';
import { Cafe, key } from '../../../fixtures/home-cafe.ts';
import type { Condition } from '../../base/index.ts';
import { ConfigMap, Event } from '../../kinds/index.ts';
import {
  type Action,
  awaitChange,
  condition,
  defineController,
  owns,
  type Owns,
  type StatusWriter,
} from '../../reconcile/index.ts';

interface Handles {
  readonly status: StatusWriter<{ guests: number }>;
  readonly maps: Owns<ConfigMap>;
}

async function run(body: (handles: Handles) => unknown): Promise<ControllerRun> {
  const cafe = defineController(Cafe, {
    owns: { maps: owns(ConfigMap) },
    async reconcile(_, handles): Promise<Action> {
      await body(handles);
      return awaitChange;
    },
  });
  const controller = await runController(cafe, { expectedError: /JSON cannot represent/ });
  await controller.server.client.resource(Cafe).create({ metadata: key, spec: {} });
  await controller.awaitIdle();
  return controller;
}

const findReady = ({ server }: ControllerRun): Condition | undefined =>
  (server.objects(Cafe)[0] as { status?: { conditions?: readonly Condition[] } }).status?.conditions?.find(
    ({ type }) => type === 'Ready',
  );
const listWarnings = ({ server }: ControllerRun): readonly string[] =>
  server.objects(Event).flatMap(({ type, note = '' }) => (type === 'Warning' ? [note] : []));

const cycle: Record<string, unknown> = {};
cycle['self'] = cycle;

describe('a value that cannot be written as JSON is reported in the status and by an event, and not retried:', () => {
  it.each<[string, (handles: Handles) => unknown, string]>([
    [
      'a BigInt in a status',
      ({ status }) => status.set({ guests: 1n as never }),
      'failed to apply status of Cafe default/home: status.guests is a BigInt, which JSON cannot represent',
    ],
    [
      'a cycle in a status',
      ({ status }) => status.set({ guests: cycle as never }),
      'failed to apply status of Cafe default/home: status.guests.self contains itself, which JSON cannot represent',
    ],
    [
      'a cycle in a status that is saved',
      ({ status }) => status.save({ guests: cycle as never }),
      'failed to apply status of Cafe default/home: status.guests.self contains itself, which JSON cannot represent',
    ],
    [
      'a BigInt in a child',
      ({ maps }) => maps.apply({ metadata: { name: 'home' }, data: { a: 1n as never } }),
      'failed to apply ConfigMap default/home: data.a is a BigInt, which JSON cannot represent',
    ],
    [
      'a cycle in a child',
      ({ maps }) => maps.apply({ metadata: { name: 'home' }, data: cycle as never }),
      'failed to apply ConfigMap default/home: data.self contains itself, which JSON cannot represent',
    ],
  ])('%s', async (_, body, message) => {
    await using controller = await run(body);
    await controller.advance(60_000);
    expect(findReady(controller)).toMatchObject({ status: 'False', reason: 'ReconcileError', message });
    expect(listWarnings(controller)).toEqual([message]);
    expect(controller.results).toEqual(['error']);
  });

  it('a cycle in a status whose fields are stored already', async () => {
    let guests: unknown = 1;
    await using controller = await run(({ status }) =>
      status.set({ guests: guests as never, conditions: [condition('Ready', true, { reason: 'Open', message: '' })] }),
    );
    guests = cycle;
    await controller.server.client.resource(Cafe).mergePatch(key, { metadata: { labels: { a: 'b' } } });
    await controller.awaitIdle();
    expect(findReady(controller)?.message).toMatch(/status\.guests\.self contains itself/);
    expect(controller.server.objects(Cafe)).toMatchObject([{ status: { guests: 1 } }]);
  });
});

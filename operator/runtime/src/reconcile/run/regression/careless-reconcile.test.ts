import { beforeEach, describe, expect, it } from 'vitest';

import { Cafe, scriptCafe } from '../../../../fixtures/home-cafe.ts';
import type { ScriptedRun } from '../../../../fixtures/scripted-run.ts';
import { ConfigMap } from '../../../kinds/index.ts';
import { awaitChange } from '../../declare/action.ts';
import { defineController } from '../../declare/define-controller.ts';
import { owns } from '../../declare/dependencies.ts';
import type { Owns } from '../../declare/handle-types.ts';
import { type Outcome, reconcileObject } from '../reconcile-object.ts';

let scripted: ScriptedRun;

beforeEach(() => {
  scripted = scriptCafe();
});

function run(body: (maps: Owns<ConfigMap>) => unknown): Promise<Outcome> {
  const controller = defineController(Cafe, {
    owns: { maps: owns(ConfigMap) },
    reconcile: (_cafe, { maps }) => Promise.resolve(body(maps) as typeof awaitChange),
  });
  return reconcileObject(controller, scripted.run());
}

const getOutcomeMessage = (outcome: Outcome): string => ('error' in outcome ? (outcome.error as Error).message : '');

// Bugs: each of these ended the process, or created children that the garbage collector deletes.
describe('a wrong reconcile fails without ending the process', () => {
  it('when it does not await a call that succeeds', async () => {
    const outcome = await run((maps) => {
      void maps.apply({ metadata: { name: 'home' } });
      return awaitChange;
    });
    expect(outcome).toMatchObject({ result: 'failed', retry: false });
    expect(getOutcomeMessage(outcome)).toContain('a call was not awaited: write "await"');
  });

  it('when it does not await a call that fails, and reports that failure', async () => {
    const outcome = await run((maps) => {
      void maps.apply({ metadata: { name: 'home', namespace: 'other' } });
      void maps.apply({ metadata: { name: 'away' } });
      return awaitChange;
    });
    expect(outcome).toMatchObject({ result: 'failed', retry: false });
    expect(getOutcomeMessage(outcome)).toContain('was not awaited');
  });

  it.each([undefined, null, {}, 'done'])('when it returns %o', async (returned) => {
    const outcome = await run(() => returned);
    expect(outcome).toMatchObject({ result: 'failed', retry: false });
    expect(getOutcomeMessage(outcome)).toContain('return awaitChange or requeueAfter(ms)');
  });
});

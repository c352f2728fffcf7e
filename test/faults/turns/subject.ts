/** An operator whose turns are measured, as a process of its own; its parent asks by messages. */
import { runOperator } from '../../../operator/runtime/src/index.ts';
import { crowdController } from './crowd.ts';
import { type LongestTurn, TurnMeter } from './turn-meter.ts';

/** What the parent says: from now on, or up to now. */
export type Question = 'reset' | 'report';

/** What a subject has done since it was last told to reset. */
export interface Report extends LongestTurn {
  readonly reconciles: number;
}

const meter = new TurnMeter();
let reconciles = 0;
const controller = crowdController(() => (reconciles += 1));

process.on('message', (question: Question) => {
  if (question === 'report') {
    process.send?.({ ...meter.longest(), reconciles } satisfies Report);
    return;
  }
  meter.reset();
  reconciles = 0;
});

const operator = { name: 'crowds', version: '1.0.0', controllers: [controller] };
process.exitCode = await runOperator(operator, { argv: process.argv.slice(2), env: process.env });
process.disconnect();

/** The main module of an operator that measures the turns of its event loop and reports them to its parent process. */
import { runOperator } from '../../../operator/runtime/src/index.ts';
import { createItemController } from './item.ts';
import { type LongestTurn, TurnMeter } from './turn-meter.ts';

/** Starts a new measurement, or asks for its result. */
export type Command = 'reset' | 'report';

/** The measurements since the last reset. */
export interface Report extends LongestTurn {
  readonly reconciles: number;
}

const meter = new TurnMeter();
let reconciles = 0;
const controller = createItemController(() => (reconciles += 1));

process.on('message', (command: Command) => {
  if (command === 'report') {
    process.send?.({ ...meter.longest(), reconciles } satisfies Report);
    return;
  }
  meter.reset();
  reconciles = 0;
});

const operator = { name: 'items', version: '1.0.0', controllers: [controller] };
process.exitCode = await runOperator(operator, { argv: process.argv.slice(2), env: process.env });
process.disconnect();

import { parseArgs } from 'node:util';

import { runOperator } from '@kubewright/runtime';
import { widgetController } from './controller.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { namespace: text, workers: text, children: text } });
const { namespace = 'default', workers = '10', children = '2' } = values;

const operator = { name: 'widgets', version: '1.0.0', controllers: [widgetController(Number(children))] };
const argv = [
  ...['--watch-namespaces', namespace, '--workers', workers, '--no-leader-elect'],
  ...['--metrics-port', '0', '--health-port', '0'],
];
process.exit(await runOperator(operator, { argv, env: process.env }));

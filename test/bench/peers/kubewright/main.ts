import { parseArgs } from 'node:util';

import { runOperator } from '@kubewright/runtime';
import { createWidgetController } from './controller.ts';
import { deploymentController } from './deployment-controller.ts';

const text = { type: 'string' } as const;
const flags = { namespace: text, workers: text, children: text, deployments: { type: 'boolean' } } as const;
const { namespace = 'default', workers = '10', children = '2', deployments } = parseArgs({ options: flags }).values;

const controller = deployments === true ? deploymentController : createWidgetController(Number(children));
const operator = { name: 'widgets', version: '1.0.0', controllers: [controller] };
const argv = [
  ...['--watch-namespaces', namespace, '--workers', workers, '--no-leader-elect'],
  ...['--metrics-port', '0', '--health-port', '0'],
];
process.exit(await runOperator(operator, { argv, env: process.env }));

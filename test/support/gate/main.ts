import { runOperator } from '@kubewright/runtime';
import { gates } from './gate.ts';

process.exit(await runOperator(gates, { argv: process.argv.slice(2), env: process.env }));

import { runOperator } from '@kubewright/runtime';
import { kubewright } from './kubewright.ts';

process.exit(await runOperator(kubewright, { argv: process.argv.slice(2), env: process.env }));

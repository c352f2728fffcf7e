import { runOperator } from './index.ts';
import { kubewright } from './kubewright.ts';

process.exit(await runOperator(kubewright, { argv: process.argv.slice(2), env: process.env }));

import { runOperator } from '@kubewright/runtime';
import { sites } from './policy.ts';

process.exit(await runOperator(sites, { argv: process.argv.slice(2), env: process.env }));

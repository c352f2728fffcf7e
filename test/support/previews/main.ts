import { runOperator } from '@kubewright/runtime';
import { previews } from './previews.ts';

process.exit(await runOperator(previews, { argv: process.argv.slice(2), env: process.env }));

import { runOperator } from '@kubewright/runtime';
import { translateEchoperatorVariables } from './controllers/echo/echoperator-variables.ts';
import { kubewright } from './kubewright.ts';

const env = translateEchoperatorVariables(process.env);
process.exit(await runOperator(kubewright, { argv: process.argv.slice(2), env }));

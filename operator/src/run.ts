import { runOperator } from '@kubewright/runtime';
import { withEchoperatorVariables } from './controllers/echo/echoperator-variables.ts';
import { kubewright } from './kubewright.ts';

const env = withEchoperatorVariables(process.env);
process.exit(await runOperator(kubewright, { argv: process.argv.slice(2), env }));

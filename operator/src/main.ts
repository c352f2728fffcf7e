import { readFileSync } from 'node:fs';

import { webServer } from './controllers/index.ts';
import { runOperator } from './index.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

process.exitCode = await runOperator(
  { name: 'kubewright', version, controllers: [webServer] },
  { argv: process.argv.slice(2), env: process.env },
);

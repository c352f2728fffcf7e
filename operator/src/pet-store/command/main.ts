#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
/** The command `petstore` as a program. SQLite is called experimental by some versions of Node that we support. */
import { readFileSync } from 'node:fs';

import { petstore } from './petstore.ts';
import { processIo } from './process-io.ts';

const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
const { version } = JSON.parse(manifest) as { version: string };

process.exitCode = await petstore(process.argv.slice(2), { io: processIo(), version, signals: process });

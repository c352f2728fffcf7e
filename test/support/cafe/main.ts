import { runOperator } from '@kubewright/runtime';

import { findRelease } from './releases.ts';

const release = findRelease(process.env['CAFE_RELEASE'] ?? '');
process.exit(await runOperator(release, { argv: process.argv.slice(2), env: process.env }));

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

import { expect, it } from 'vitest';

const at = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href);
const script = `
import { askNames, confirmOverwrite } from ${at('./ask.ts')};
import { reportError } from ${at('../report-error.ts')};

const names = { operator: 'cafes', kind: 'Cafe', group: 'example.com' };
const ask = process.argv[1] === 'confirm' ? confirmOverwrite(['a']) : askNames(names, {});
await ask.catch(reportError);
`;

it.each(['confirm', 'names'])('the end of the input, as after Ctrl-D, cancels: %s', async (question) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, question], { stdio: 'pipe' });
  const printed = text(child.stderr);
  child.stdout.resume();
  child.stdin.end();
  const [code] = (await once(child, 'close')) as [number];
  expect(await printed).toBe('failed to begin an operator: you cancelled; nothing was written\n');
  expect(code).toBe(130);
});

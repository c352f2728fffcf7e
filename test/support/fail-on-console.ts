// Fails each unit test that prints to the console, because an unexpected log or warning may be a bug. A test that
// expects output captures it with `vi.spyOn(console, …)`, or with its own logger.
import { format } from 'node:util';

import { afterEach, beforeEach } from 'vitest';

const methods = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const;
const printed: string[] = [];

beforeEach(() => {
  printed.length = 0;
  for (const method of methods) {
    console[method] = (...parts: unknown[]) => void printed.push(`console.${method}: ${format(...parts)}`);
  }
});

afterEach(() => {
  if (printed.length > 0) throw new Error(`unit tests must not print, but this one printed\n${printed.join('\n')}`);
});

// A unit test that prints has let a log or a warning escape: it fails. Expected output is captured by the test itself,
// with `vi.spyOn(console, …)` or a logger of its own.
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
  if (printed.length > 0) throw new Error(`a unit test prints nothing, but this one printed\n${printed.join('\n')}`);
});

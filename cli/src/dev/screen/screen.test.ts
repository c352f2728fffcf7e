import { EventEmitter } from 'node:events';
import { stripVTControlCharacters } from 'node:util';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { TerminalText } from '../../../../test/e2e/cli/terminal-text.ts';
import { line, reconciled } from './log-fixture.ts';
import { Screen } from './screen.ts';

const declaration = JSON.stringify({
  name: 'shops',
  apis: [{ group: 'example.com', kind: 'Shop', plural: 'shops' }],
  controllers: [{ for: { group: 'example.com', kind: 'Shop' }, rules: [] }],
});
const objects = { items: [{ kind: 'Shop', metadata: { name: 'sample', namespace: 'default', uid: 'u' } }] };

let written = '';
/** With what a terminal interprets. */
let raw = '';
let reads = 0;
let screen: Screen;

beforeEach(() => {
  vi.useFakeTimers();
  [written, raw] = ['', ''];
  reads = 0;
  const write = (text: string): void => {
    raw += text;
    written += stripVTControlCharacters(text);
  };
  const kubectl = async (): Promise<string> => {
    reads += 1;
    return JSON.stringify(objects);
  };
  const terminal = Object.assign(new EventEmitter(), { columns: 100, rows: 30, write });
  screen = new Screen({ folder: '/shops', cluster: { kubectl, title: 'Kubernetes' }, terminal, keys: () => 'q quit' });
});

afterEach(() => {
  screen[Symbol.dispose]();
  vi.useRealTimers();
});

describe('the screen of an operator', () => {
  it('shows its objects, and reads them again after reconciles, at most every two seconds', async () => {
    screen.follow(declaration);
    await vi.advanceTimersByTimeAsync(1000);
    expect(written).toContain('· Shop default/sample');
    for (let id = 0; id < 50; id += 1) {
      screen.takeLine(JSON.stringify(reconciled({ reconcileId: `r${String(id)}` })));
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reads).toBeGreaterThan(2);
    expect(reads).toBeLessThan(6);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('reads objects of kinds that nothing reconciles from time to time, and sooner after a reconcile', async () => {
    const policy = { group: 'example.com', kind: 'ShopPolicy', plural: 'shoppolicies' };
    const { apis, ...rest } = JSON.parse(declaration) as { readonly apis: readonly object[] };
    screen.follow(JSON.stringify({ ...rest, apis: [...apis, policy] }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reads).toBeGreaterThan(10);
    expect(reads).toBeLessThan(15);
    const before = reads;
    screen.takeLine(JSON.stringify(reconciled()));
    await vi.advanceTimersByTimeAsync(2_500);
    expect(reads).toBe(before + 1);
  });

  it('prints output that is not of the log, and errors without control characters', async () => {
    screen.takeLine('hello');
    const err = { type: 'Error', message: 'no\u001b[2J tea', stack: 'Error: no tea\n    at /shops/none.ts:3:5' };
    screen.takeLine(JSON.stringify(line('reconcile failed', { level: 'error', err })));
    await vi.waitFor(() => expect(written).toContain('    at none.ts:3:5\n'));
    expect(written).toContain('hello\n');
    expect(written).toContain('default/sample  reconcile failed: Error: no[2J tea\n');
  });

  it('breaks a long line at a space, unless it is a command', async () => {
    const long = `${'tea '.repeat(24)}biscuit`;
    screen.print(long);
    screen.print(long, { isCommand: true });
    await vi.advanceTimersByTimeAsync(1000);
    expect(written).toContain(`${'tea '.repeat(24).trimEnd()}\n  biscuit\n${long}\n`);
  });

  it('removes an error with its position after a success of its object', async () => {
    const shown = new TerminalText();
    const err = { type: 'Error', message: 'no tea', stack: 'Error: no tea\n    at /shops/none.ts:3:5' };
    screen.print('hello');
    screen.takeLine(JSON.stringify(line('reconcile failed', { level: 'error', err })));
    await vi.waitFor(() => expect(written).toContain('    at none.ts:3:5\n'));
    screen.takeLine(JSON.stringify(reconciled({ reconcileId: 'r2' })));
    await vi.advanceTimersByTimeAsync(1000);
    shown.write(raw);
    expect(shown.text).toMatch(/^hello\n─/);
    expect(shown.text).not.toMatch(/no tea|none\.ts/);
  });

  it('leaves the terminal to programs until the last one has ended', async () => {
    const first = Promise.withResolvers<undefined>();
    const second = Promise.withResolvers<undefined>();
    const both = [first, second].map(({ promise }) => screen.leaveTo(() => promise));
    first.resolve(undefined);
    await vi.advanceTimersByTimeAsync(1000);
    expect(written).not.toContain('Objects');
    second.resolve(undefined);
    await Promise.all(both);
    await vi.advanceTimersByTimeAsync(1000);
    expect(written).toContain('Objects');
  });
});

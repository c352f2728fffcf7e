import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';

import { root } from '../run.ts';

// Omits rules that need types, because these fail for a text outside of a TypeScript project.
const withoutTypes = {
  ...tseslint.configs.disableTypeChecked,
  languageOptions: { parserOptions: { projectService: false } },
};
const eslint = new ESLint({ cwd: root, overrideConfig: withoutTypes });

async function collectMessages(filePath: string, text: string): Promise<string[]> {
  const results = await eslint.lintText(text, { filePath });
  return results.flatMap((result) => result.messages.map(({ ruleId, message }) => `${ruleId ?? 'fatal'}: ${message}`));
}

const queue = 'operator/runtime/src/queue/a.ts';
const controller = 'operator/src/controllers/pet/a.ts';

describe('the lint rules of code that runs in the cluster', () => {
  it.each([
    [queue, 'export const now = Date.now();', 'Clock'],
    [queue, 'export const now = new Date();', 'Clock'],
    [queue, 'export const now = performance.now();', 'Clock'],
    [queue, 'setTimeout(() => 1, 1);', 'Clock'],
    [queue, 'setInterval(() => 1, 1);', 'Clock'],
    [queue, 'globalThis.setTimeout(() => 1, 1);', 'Clock'],
    [queue, 'export const signal = AbortSignal.timeout(1);', 'Clock'],
    [queue, "import { setTimeout } from 'node:timers/promises';\nvoid setTimeout(1);", 'Clock'],
    [queue, 'console.log(1);', 'Logger'],
    [queue, 'export const home = process.env;', 'once, in main.ts'],
    [queue, "import { env } from 'node:process';\nvoid env;", 'once, in main.ts'],
    [queue, 'try {\n  void 1;\n} catch {\n  // ignored\n}', 'an empty catch loses it'],
    [controller, 'export const now = Date.now();', 'Clock'],
    [controller, 'console.log(1);', 'Logger'],
  ])('report in %s: %s', async (file, text, message) => {
    expect(await collectMessages(file, text)).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    ["import type { Client } from '../../client/index.ts';\nexport type A = Client;", 1],
    ["import { createClient } from '../../client/client.ts';\nvoid createClient;", 1],
    ["import type { Resource } from '../../client/resource.ts';\nexport type A = Resource;", 1],
    ["import type { ObjectCache } from '../../cache/index.ts';\nexport type A = ObjectCache;", 1],
    ["import * as client from '../../client/index.ts';\nvoid client;", 1],
    ["import { isApiError, type LiveReader } from '../../client/index.ts';\nexport type A = LiveReader;", 0],
    ["import type { CacheView } from '../../cache/index.ts';\nexport type A = CacheView;", 0],
  ])(
    'allow only the write gateway of reconcile to import clients and caches that can write: %s',
    async (text, problems) => {
      const all = await collectMessages('operator/runtime/src/reconcile/run/a.ts', text);
      expect(all.filter((each) => each.includes('Write through'))).toHaveLength(problems);
      expect((await collectMessages('operator/runtime/src/reconcile/write/gateway.ts', text)).join()).not.toContain(
        'Write through',
      );
    },
  );

  it('allow the real clock in clock.ts and the environment in main.ts', async () => {
    expect(await collectMessages('operator/runtime/src/base/clock.ts', 'export const now = Date.now();')).toEqual([]);
    expect(await collectMessages('operator/src/main.ts', 'export const home = process.env;')).toEqual([]);
  });
});

describe('the lint rule about promises', () => {
  // The rule needs types, so the text is linted as an existing file of a project.
  const typed = new ESLint({ cwd: root, ruleFilter: ({ ruleId }) => ruleId === 'kubewright/no-unattended-promise' });
  const countMessages = async (text: string): Promise<number> => {
    const [result] = await typed.lintText(`declare const a: Promise<number>;\n${text}`, {
      filePath: 'operator/runtime/src/base/catch-failure.ts',
    });
    return result?.messages.length ?? -1;
  };

  it('reports each promise that is not awaited, also behind void or catch', { timeout: 120_000 }, async () => {
    for (const text of [
      'void a;',
      'export const b = () => void a;',
      'a;',
      'a.catch(() => 1);',
      'a.then(() => 1, () => 2);',
      'a.finally(() => 1);',
      'declare const c: Promise<number> | undefined;\nvoid c;',
    ])
      expect([text, await countMessages(text)]).toEqual([text, 1]);
  });

  it('allows promises that are awaited or assigned, and other values', async () => {
    const text =
      'await a;\nexport const b = a.catch(() => 1);\nvoid 1;\nconst c = new Set();\nexport const d = () => void c.delete(1);';
    expect(await countMessages(text)).toBe(0);
  });
});

describe('the lint rules of all code', () => {
  it.each([
    [queue, "export * from './b.ts';", 'Name what is exported'],
    [queue, 'export default 1;', 'named export'],
    [queue, 'export const a = (b: number, c: number, d: number, e: number) => b + c + d + e;', 'too many parameters'],
    [queue, '// line\n'.repeat(301), 'too many lines'],
    ['operator/src/a.test.ts', "it('should work', () => 1);", 'present tense'],
    ['operator/src/a.test.ts', "it.only('works', () => 1);", 'remove `.only`'],
    ['operator/src/a.test.ts', "it.concurrent.only('works', () => 1);", 'remove `.only`'],
    ['operator/src/a.test.ts', "it.skip('works', () => 1);", 'proves nothing'],
    ['operator/src/a.test.ts', "test.skip.each([1])('works', () => 1);", 'proves nothing'],
    ['operator/src/a.test.ts', "it.todo('works');", 'proves nothing'],
    ['operator/src/a.test.ts', "describe.skipIf(true)('a group', () => 1);", 'proves nothing'],
    ['operator/src/a.test.ts', "it.runIf(false)('works', () => 1);", 'proves nothing'],
    ['operator/src/a.test.ts', "it('works', { skip: true }, () => 1);", 'proves nothing'],
  ])('report in %s: %s', async (file, text, message) => {
    expect((await collectMessages(file, text)).join('\n')).toContain(message);
  });

  it('allow tests that run', async () => {
    const text = "it.each([1])('works', () => 1);\nit.concurrent('works', () => [1].skip());\n";
    expect(await collectMessages('operator/src/a.test.ts', text)).toEqual([]);
  });

  it('allow a complexity of at most 10', async () => {
    const buildBranches = (count: number) => `export const a = (b: number) => b${' === 1 || b'.repeat(count)};`;
    expect(await collectMessages(queue, buildBranches(10))).toEqual([expect.stringContaining('complexity')]);
    expect(await collectMessages(queue, buildBranches(9))).toEqual([]);
  });

  it('allow the default export that the configuration of Vitest requires', async () => {
    expect(await collectMessages('test/vitest.config.ts', 'export default {};')).toEqual([]);
  });
});

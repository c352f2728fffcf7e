import { describe, expect, it } from 'vitest';

import { staleness } from './stale.ts';

describe('staleness', () => {
  it.each([
    ['export const a = gone;', 'gone'],
    ['export const a = gone();', 'gone'],
    ['export const a = { gone };', 'gone'],
    ['export const a = (b = gone) => b;', 'gone'],
    ['{\n  const gone = 1;\n  Number(gone);\n}\nNumber(gone);', 'gone'],
    ['export class A {\n  b = () => this.#gone;\n}', '#gone'],
    ['export class A {\n  #gone = 1;\n}\nexport const b = (a: A) => a.#gone;', '#gone'],
  ])('reports a name that a text uses but does not declare: %s', (text, name) => {
    expect(staleness(text)).toEqual([`there is no ${name}`]);
  });

  it.each([
    "import { a } from 'a';\nexport const { b: c = a, ...d } = a.b?.c`e`;\nexport const f = { c, d, g: import.meta.url };",
    'export const a = Math.max(1, undefined ?? Date.now()) as unknown as Gone<typeof gone>;',
    'export function a(this: Gone, ...b: Gone[]): asserts b is Gone[] {\n  Number(arguments, this.c, b);\n}',
    "import { B } from 'b';\nexport class A extends B implements Gone {\n  #c = 1;\n  d = (a: A) => this.e + a.#c;\n}",
    'interface A {\n  b(c: A): this;\n}\nexport type B = { [K in keyof A]: (d: K) => A[K] };\nexport type { A };',
    'export const a = (b: number) => {\n  using c = { [Symbol.dispose]: () => b };\n  return c;\n};',
  ])('allows names that a text declares or imports, globals, and types: %s', (text) => {
    expect(staleness(text)).toEqual([]);
  });

  it('reports a syntax error', () => {
    expect(staleness('export const a = (;')).toEqual(['Expression expected.']);
  });
});

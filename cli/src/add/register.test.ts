import { describe, expect, it } from 'vitest';

import { describeRegistration, register, type Registration } from './register.ts';

const module = 'src/operator.ts';
const bar: Registration = { list: 'controllers', name: 'bar', file: 'src/bar.ts' };

function buildModule(rest: string, imports = "import { cafe } from './cafe.ts';"): string {
  return `${imports}\n\n${rest}\n`;
}

function toWindows(text: string): string {
  return text.replaceAll('\n', '\r\n');
}

describe('the operator module', () => {
  it.each<[string, string, string, Partial<Registration>]>([
    ['on one line', 'export const operator: O = { name: "é😀", controllers: [cafe] };', '[cafe, bar] };', {}],
    ['with an empty list', 'export const operator = { controllers: [] };', '{ controllers: [bar] };', {}],
    [
      'with an item per line',
      'export const operator = {\n  controllers: [\n    cafe, // the first\n  ],\n} satisfies O;',
      '{\n  controllers: [\n    cafe, // the first\n    bar,\n  ],\n} satisfies O;',
      {},
    ],
    [
      'with tabs, and without a last comma or semicolons',
      'export const operator = {\n\tcontrollers: [\n\t\tcafe\n\t]\n}',
      '{\n\tcontrollers: [\n\t\tcafe,\n\t\tbar\n\t]\n}',
      {},
    ],
    [
      'with its list in a variable',
      'const all = [cafe];\nexport const operator = { controllers: all };',
      'const all = [cafe, bar];',
      {},
    ],
    [
      'with a shorthand',
      'const controllers = [...others] as const;\nexport const operator = { controllers };',
      '[...others, bar] as const;',
      {},
    ],
    [
      'that is exported by another name',
      'const shops = { controllers: [cafe] };\nexport { shops as operator };',
      '[cafe, bar]',
      {},
    ],
    [
      'without the list',
      "export const operator = { name: 'a', controllers: [cafe] };",
      'controllers: [cafe], webhooks: [bar] };',
      { list: 'webhooks' },
    ],
    [
      'without the list, and a property per line',
      "export const operator = {\n  // its name\n  name: 'a',\n  controllers: [cafe],\n};",
      "  // its name\n  name: 'a',\n  controllers: [cafe],\n  webhooks: [bar],\n};",
      { list: 'webhooks' },
    ],
  ])('is edited %s, and keeps its formatting', (...[, rest, expected, other]) => {
    const text = buildModule(rest);
    const edited = register(text, module, { ...bar, ...other });
    expect(edited).toContain(expected);
    expect(edited).toContain("import { cafe } from './cafe.ts';\nimport { bar } from './bar.ts';\n\n");
    // As an editor on Windows saves it.
    const windows = register(toWindows(text), module, { ...bar, ...other });
    expect(windows).toBe(toWindows(edited ?? ''));
  });

  it.each([
    ["import { cafe } from './bar.ts';", "import { cafe, bar } from './bar.ts';"],
    ["import { bar } from './bar.ts';", "import { bar } from './bar.ts';"],
    ['import {\n  cafe,\n  tea,\n} from "./bar.ts";', 'import {\n  cafe,\n  tea,\n  bar,\n} from "./bar.ts";'],
    ['import { cafe } from "./cafe.js"', 'import { cafe } from "./cafe.js"\nimport { bar } from "./bar.js"'],
    ["import { cafe } from './cafe';", "import { cafe } from './cafe';\nimport { bar } from './bar';"],
    ["import type { Cafe } from './bar.ts';", "import type { Cafe } from './bar.ts';\nimport { bar } from './bar.ts';"],
    ["import * as all from './bar.ts';", "import * as all from './bar.ts';\nimport { bar } from './bar.ts';"],
    ["import type { O } from 'a';", "import type { O } from 'a';\n\nimport { bar } from './bar.ts';"],
  ])('imports in the style of %s', (imports, expected) => {
    const edited = register(buildModule('export const operator = { controllers: [] };', imports), module, bar);
    expect(edited).toBe(buildModule('export const operator = { controllers: [bar] };', expected));
    const windows = register(
      toWindows(buildModule('export const operator = { controllers: [] };', imports)),
      module,
      bar,
    );
    expect(windows).toBe(toWindows(edited ?? ''));
  });

  it.each([
    ['a function', 'export const operator = buildOperator();'],
    ['a list from a function', 'export const operator = { controllers: list() };'],
    ['another export', 'export const shops = { controllers: [] };'],
    ['another import of the name', "import { bar } from './tea.ts';\nexport const operator = { controllers: [] };"],
    ['another variable of the name', 'const bar = 1;\nexport const operator = { controllers: [] };'],
    ['a syntax error', 'export const operator = {'],
  ])('is not edited with %s: the lines are named instead', (_, rest) => {
    expect(register(buildModule(rest), module, bar)).toBeUndefined();
    expect(describeRegistration(module, bar)).toBe(
      "import { bar } from './bar.ts';\ncontrollers: [bar], // in the operator, in addition to the existing entries",
    );
  });

  it.each(['\uFEFF', '#!/usr/bin/env node\n'])('keeps its start: %j', (start) => {
    const edited = register(`${start}export const operator = { controllers: [] };`, module, bar);
    expect(edited?.startsWith(`${start}import { bar } from './bar.ts';`)).toBe(true);
  });

  it('may end without a line break', () => {
    const text = 'export const operator = { controllers: [\n  cafe] };';
    expect(register(text, module, bar)).toMatch(/\[\n {2}cafe,\n {2}bar\] \};$/);
  });

  it('is found in another folder', () => {
    const edited = register(buildModule('export const operator = { controllers: [] };', ''), 'lib/run/operator.ts', {
      ...bar,
      file: 'lib/bar.ts',
    });
    expect(edited).toContain("import { bar } from '../bar.ts';\n");
  });
});

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
    expect(edited).toContain("import { bar } from './bar.ts';\nimport { cafe } from './cafe.ts';\n\n");
    // As an editor on Windows saves it.
    const windows = register(toWindows(text), module, { ...bar, ...other });
    expect(windows).toBe(toWindows(edited ?? ''));
  });

  it.each([
    ["import { cafe } from './bar.ts';", "import { bar, cafe } from './bar.ts';"],
    ["import { alp, type Bar } from './bar.ts';", "import { alp, bar, type Bar } from './bar.ts';"],
    ["import { type Bar } from './bar.ts';", "import { bar, type Bar } from './bar.ts';"],
    ["import { type Bar, alp } from './bar.ts';", "import { type Bar, alp, bar } from './bar.ts';"],
    ["import { tea, cafe, type Bar } from './bar.ts';", "import { tea, cafe, bar, type Bar } from './bar.ts';"],
    ["import { bar } from './bar.ts';", "import { bar } from './bar.ts';"],
    ['import {\n  cafe,\n  tea,\n} from "./bar.ts";', 'import {\n  bar,\n  cafe,\n  tea,\n} from "./bar.ts";'],
    ['import {\n  alp,\n  type Bar\n} from "./bar.ts";', 'import {\n  alp,\n  bar,\n  type Bar\n} from "./bar.ts";'],
    ['import {\n  alp,\n  bap,\n} from "./bar.ts";', 'import {\n  alp,\n  bap,\n  bar,\n} from "./bar.ts";'],
    ['import { cafe } from "./cafe.js"', 'import { bar } from "./bar.js"\nimport { cafe } from "./cafe.js"'],
    ["import { cafe } from './cafe';", "import { bar } from './bar';\nimport { cafe } from './cafe';"],
    [
      "import 'z';\n\nimport { a } from './a.ts'; // the first\nimport { c } from './c.ts';",
      "import 'z';\n\nimport { a } from './a.ts'; // the first\nimport { bar } from './bar.ts';\nimport { c } from './c.ts';",
    ],
    [
      "// Cafes.\nimport { cafe } from './cafe.ts';",
      "// Cafes.\nimport { cafe } from './cafe.ts';\nimport { bar } from './bar.ts';",
    ],
    [
      "import { c } from './c.ts';\nimport { a } from './a.ts';",
      "import { c } from './c.ts';\nimport { a } from './a.ts';\nimport { bar } from './bar.ts';",
    ],
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

  it('gets a property per line if it would be longer than 120 characters', () => {
    const head = "export const operator: OperatorDefinition = { name: 'cafes', version: '0.1.0', ";
    const list = 'controllers: [cafeWithALongName, teaWithALongName';
    const edited = register(`${head}${list}] };\nexport const other = 1;\n`, module, bar);
    const lines = ["  name: 'cafes',", "  version: '0.1.0',", `  ${list}, bar],`, '};', 'export const other = 1;', ''];
    expect(edited?.split('\n').slice(2)).toEqual(['export const operator: OperatorDefinition = {', ...lines]);
    const windows = register(toWindows(`${head}${list}] };\nexport const other = 1;\n`), module, bar);
    expect(windows).toBe(toWindows(edited ?? ''));
  });

  it('gets a property per line in the style of the module, with its comments', () => {
    const all = `controllers: [/* all */ ${'c'.repeat(60)}]`;
    const text = `const one = {\n\ta: 1,\n};\nexport const operator = { /* its name */ name: 'a', ...one, ${all} } satisfies O\n`;
    const lines = ["\t/* its name */ name: 'a',", '\t...one,', `\t${all.slice(0, -1)}, bar],`, '} satisfies O', ''];
    expect(register(text, module, bar)?.split('\n').slice(5)).toEqual(['export const operator = {', ...lines]);
  });

  it('stays on its line with up to 120 characters, or if its author broke it elsewhere', () => {
    const fits = `export const operator = { name: '${'n'.repeat(43)}', controllers: [cafe, tea, juices] };`;
    expect(register(fits, module, { ...bar, name: 'bars' })).toContain(fits.replace('juices', 'juices, bars'));
    const broken = `export const operator = { name: '${'n'.repeat(90)}',\n  controllers: [cafe] };`;
    expect(register(broken, module, bar)).toContain(broken.replace('cafe', 'cafe, bar'));
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

import { Yaml } from 'cdk8s';
import { describe, expect, it } from 'vitest';

import { mistakableIn, readYaml, writeYaml } from './index.ts';

const words = [
  'on',
  'y',
  '12:30:00',
  '2026-01-01',
  '0b1',
  '0o17',
  '0X1F',
  '-_1',
  '1e1_0',
  '<<',
  '\n a',
  'a\u2028b',
  '\u007f',
];

describe('writeYaml', () => {
  it('writes the same YAML as cdk8s if all parsers read it alike', () => {
    const objects = [{ a: 'on', b: ['text\nof lines\n', 1, null, true] }, { c: {} }];
    expect(writeYaml(...objects)).toBe(Yaml.stringify(...objects));
  });

  // id: manifests-are-for-cdk8s-only
  it('writes strings that YAML 1.1 and YAML 1.2 read unchanged, as values and as keys', () => {
    const objects = words.map((word) => ({ [word]: [word, { [word]: 1 }], n: 1 }));
    expect(readYaml([writeYaml(...objects)])).toEqual(objects);
  });

  it.each(['0o17', '0X1F', '-_1', '1e1_0', '<<', 'a\u2028b', '\u007f'])(
    'writes %j in quotes, which cdk8s does not',
    (word) => {
      expect(writeYaml({ a: word, [word]: 1 })).toMatch(/^a: "[^\u2028\u007f]*"\n"[^\u2028\u007f]*": 1\n$/);
    },
  );

  it('keeps a string that looks like its own placeholder', () => {
    const object = { a: 'kubewright-quotes-0-', b: '0o17' };
    expect(readYaml([writeYaml(object)])).toEqual([object]);
  });
});

describe('mistakableIn', () => {
  it('finds exactly the strings that another parser reads as another value', () => {
    const found = ['0o17', '0X1F', '-_1', '1e1_0', 'a\u2028b', '\ufeff', '\u007f', '\t\na', ' \na'];
    const fine = ['on', 'y', '12:30:00', '0b1', '0x1F', '1e3', '<<', '', '\n  text\n  of lines\n', 'a\n \nb', '\t'];
    expect(mistakableIn({ [found[0] ?? '']: [found, { a: fine }, 1, null, found] })).toEqual(found);
  });
});

describe('readYaml', () => {
  it('reads all documents of all texts', () => {
    expect(readYaml(['# of two\na: 1\n---\nb: "on"\n', '%YAML 1.2\n---\nc: 3\n', '---\nd:\n  - |\n    e\n'])).toEqual([
      ...[{ a: 1 }, { b: 'on' }, { c: 3 }, { d: ['e\n'] }],
    ]);
  });

  // id: definitions-are-read-as-cdk8s-does
  it('throws for a value that YAML 1.1 and YAML 1.2 read differently, with its path', () => {
    const differences = {
      'enum: [on, "off"]': '.enum[0] is true in YAML 1.1 and "on" in YAML 1.2',
      'default: 12:30:00': '.default is 45000 in YAML 1.1 and "12:30:00" in YAML 1.2',
      'n: {}': '.false is {} in YAML 1.1 and absent in YAML 1.2',
      'mode: 0o17': '.mode is "0o17" in YAML 1.1 and 15 in YAML 1.2',
      'a: &a {b: 1}\nc: {<<: *a}': '.c.b is 1 in YAML 1.1 and absent in YAML 1.2',
    };
    for (const [text, difference] of Object.entries(differences)) {
      const file = `kind: Thing\nmetadata: { name: a }\n---\nkind: Other\nmetadata: { name: b }\n${text}\n`;
      expect(() => readYaml([file])).toThrow(
        `failed to read the Other b: ${difference}: put it in quotes, or generate the file anew`,
      );
    }
  });
});

import { describe, expect, it } from 'vitest';

import { findAmbiguousStrings } from './ambiguous-strings.ts';
import { readYaml } from './read-yaml.ts';

describe('findAmbiguousStrings', () => {
  it('finds exactly the strings that another parser reads as another value', () => {
    const found = ['0o17', '0X1F', '-_1', '1e1_0', 'a\u2028b', '\ufeff', '\u007f', '\t\na', ' \na'];
    const fine = ['on', 'y', '12:30:00', '0b1', '0x1F', '1e3', '<<', '', '\n  text\n  of lines\n', 'a\n \nb', '\t'];
    expect(findAmbiguousStrings({ [found[0] ?? '']: [found, { a: fine }, 1, null, found] })).toEqual(found);
  });
});

describe('readYaml', () => {
  it('reads all documents of all texts', () => {
    expect(readYaml(['# of two\na: 1\n---\nb: "on"\n', '%YAML 1.2\n---\nc: 3\n', '---\nd:\n  - |\n    e\n'])).toEqual([
      ...[{ a: 1 }, { b: 'on' }, { c: 3 }, { d: ['e\n'] }],
    ]);
  });

  it('throws with the path of a value that YAML 1.1 and YAML 1.2 parsers read differently', () => {
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
        `failed to read the Other b: ${difference}: quote it, or regenerate the file`,
      );
    }
  });
});

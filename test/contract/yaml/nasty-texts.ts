import fc from 'fast-check';

/** Strings that some YAML reader reads as another type, or as the end of a string. */
export const nastyWords: readonly string[] = [
  ...['y', 'n', 'Y', 'N', 'yes', 'no', 'on', 'off', 'On', 'OFF', 'true', 'false', 'True', 'null', 'Null', '~', ''],
  ...[
    '12:30:00',
    '1:30',
    '-1:30',
    '190:20:30.15',
    '0:0',
    '2026-01-01',
    '2026-1-1 1:2:3',
    '2026-01-01t00:00:00.5+01:00',
  ],
  ...['1_000', '1_', '-_1', '-_0x42', '0o7', '0O17', '-0o7', '0b1', '0B1', '0x1F', '0X1F', '0x_1', '0_x1', '007', '08'],
  ...[
    '1e3',
    '+1e3',
    '1e1_0',
    'e1',
    '.5',
    '5.',
    '.',
    '-.',
    '.inf',
    '-.Inf',
    '.nan',
    '+',
    '-',
    '0',
    '-0',
    '12345678901234567890',
  ],
  ...[
    '=',
    '<<',
    '--',
    '---',
    '...',
    '?',
    '? a',
    ': a',
    'a: b',
    'a:',
    'a #b',
    '#a',
    '!a',
    '!!str',
    '&a',
    '*a',
    '|',
    '>',
  ],
  ...[
    '%a',
    '@a',
    '`a',
    '[a',
    '{a',
    'a]',
    'a,b',
    '"',
    "'",
    '\\',
    ' a',
    'a ',
    '\ta',
    'a\tb',
    ' ',
    '\t',
    '1.36.4',
    '100m',
  ],
  ...['\n', 'a\n', '\na', ' \n', '\n \t\n', '\t:\n', 'a\nb', 'a \nb', 'a\n b', 'a\n---\nb', 'a\n%b', 'a\r\nb', '\r'],
  ...['a\u0085b', 'a\u2028b', '\u2029', '\u007f', '\u0000', '\u001b', '\ufeff', 'a\ufeffb', '\ufffe', '\u00a0', '😀'],
];

const arbitraryText = (characters: string): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...Array.from(characters)), minLength: 1, maxLength: 8 });

/** Generates any text that JSON can contain; most of them are ambiguous in YAML. */
export const nastyText: fc.Arbitrary<string> = fc
  .oneof(
    fc.constantFrom(...nastyWords),
    arbitraryText('0123456789_.:-+eExXoObBfFaA, TtZz'),
    arbitraryText('yYnNoOeEsStTrRuUfFaAlLIi.~'),
    arbitraryText(' \n\t:#-?"\'ab\\%[]{}&*!|>,@`\r\u2028\u0085=<'),
    fc.string({ unit: 'binary' }),
    fc.lorem({ mode: 'sentences', maxCount: 6 }),
  )
  .filter((text) => text !== '__proto__');

export const anyNumber: fc.Arbitrary<number> = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .map((number) => number + 0);

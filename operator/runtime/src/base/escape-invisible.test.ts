import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { escapeInvisible, escapeInvisibleInLines } from './escape-invisible.ts';

/** Any character, and often one of each class that has to be escaped: most of these are rare. */
const anyCharacter = fc.oneof(
  fc.constantFrom('\u001b', '\u202e', '\u200b', '\ud800', '\u2028', '\u2029', '\n', '\t'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);

describe('escapeInvisible', () => {
  it.each([
    ['escape', 'a\u001b[2Jb', 'a\\u001b[2Jb'],
    ['a line break', 'a\r\nb\tc', 'a\\u000d\\u000ab\\u0009c'],
    ['delete and C1', 'a\u007f\u009b2J\u0085', 'a\\u007f\\u009b2J\\u0085'],
    ['another direction', '\u202eabc\u2066\u200f\u061c', '\\u202eabc\\u2066\\u200f\\u061c'],
    ['what has no width', 'a\u200b\ufeff\u00ad', 'a\\u200b\\ufeff\\u00ad'],
    ['separators', 'a\u2028b\u2029', 'a\\u2028b\\u2029'],
    ['tags', 'a\u{e0041}', 'a\\udb40\\udc41'],
    ['half a pair', 'a\ud83d', 'a\\ud83d'],
    ['what there is to see', 'Thor’s Größe: 東京 مرحبا 🐕 \\', 'Thor’s Größe: 東京 مرحبا 🐕 \\'],
  ])('escapes %s', (_, text, seen) => {
    expect(escapeInvisible(text)).toBe(seen);
  });

  it('leaves no character that a terminal would interpret, and the same value when parsed as JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(escapeInvisible(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(JSON.parse(escapeInvisible(JSON.stringify(text)))).toBe(text);
        expect(escapeInvisibleInLines(text).replaceAll(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});

describe('escapeInvisibleInLines', () => {
  it('keeps line breaks and tabs', () => {
    expect(escapeInvisibleInLines('a\n\tb\r\u001b')).toBe('a\n\tb\\u000d\\u001b');
  });
});

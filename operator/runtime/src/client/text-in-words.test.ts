import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { describeText } from './describe-text.ts';

describe('a text where JSON was expected', () => {
  it.each([
    ['', 'nothing'],
    ['\n ', 'nothing'],
    ['<!DOCTYPE html>\n<html><head><title>Sign\n in</title></head><body>…', 'a HTML page (“Sign in”)'],
    ['<html><style>p { color: red }</style><p>Not <b>here</b></p></html>', 'a HTML page (“Not here”)'],
    ['<html></html>', 'a HTML page'],
    ['upstream connect error', 'a text that is not JSON (“upstream connect error”)'],
    ['no \u001b[31mcolor\u202e', 'a text that is not JSON (“no [31mcolor”)'],
    ['a '.repeat(100), `a text that is not JSON (“${'a '.repeat(40)}…”)`],
  ])('%j is %s', (text, words) => {
    expect(describeText(text)).toBe(words);
  });

  it('is quoted without possible secrets', () => {
    for (const [text, words] of [
      ['Authorization: Bearer abc, wait', 'Authorization:…'],
      ['your password is hunter2', 'your password …'],
      ['sent refresh_token=abc', 'sent refresh_token=…'],
      ['go to https://sso.example.com/?code=8f3b2c', 'go to …'],
    ] as const)
      expect(describeText(text)).toBe(`a text that is not JSON (“${words}”)`);
  });

  it('is quoted up to a limit, on one line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 5000 }), fc.boolean(), (text, isPage) => {
        const words = describeText(isPage ? `<html>${text}` : text);
        expect(words.length).toBeLessThan(120);
        expect(words).not.toMatch(/\p{Cc}/u);
      }),
    );
  });
});

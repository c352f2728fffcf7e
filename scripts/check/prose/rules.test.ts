import { describe, expect, it } from 'vitest';

import { findProblems } from './rules.ts';

const find = (text: string): readonly string[] => findProblems({ kind: 'page', line: 1, text });

describe('a text', () => {
  it.each([
    ['Nobody carries out changes.', 'Nobody'],
    ['The API server refuses it.', 'refuses'],
    ['a refusal of the webhook', 'refusal'],
    ['all bodies but for those of watches', 'but for'],
    ['By which way says how they differ.', 'By which way'],
    ['the rooms of the runtime', 'rooms'],
    ['a user without rights', 'rights'],
    ['the right to delete', 'the right to'],
    ['the released definitions', 'released definitions'],
  ])('may not contain a foreign word: %s', (text, word) => {
    expect(find(text)).toEqual([expect.stringMatching(new RegExp(`^"${word}": .`))]);
  });

  it.each([
    'a Pod that runs as the user nobody',
    'a server that refuses connections',
    'Waits for the end, but for at most five seconds.',
    'room for one more line',
    'right before the call, and the module to the right of it',
    'Each Pod becomes ready. The client tries again later.',
    'the definition of an operator',
    'Begin here.',
    'The code `nobody`, the quote "there is no X", the value {whatever}, and test/rights.test.ts.',
  ])('may contain: %s', (text) => {
    expect(find(text)).toEqual([]);
  });

  it.each(['The body is no JSON.', 'if there are no Pods', 'Those are none.'])('may not negate a noun: %s', (text) => {
    expect(find(text)).toEqual([expect.stringContaining('negate a verb')]);
  });

  it.each(['It is no longer served.', 'if a is no more than b', 'an image is no older than it', 'strategy is None'])(
    'may contain the negation: %s',
    (text) => {
      expect(find(text)).toEqual([]);
    },
  );

  it('has at most 40 words in a sentence, without code', () => {
    const long = `It has ${'very '.repeat(37)}many`;
    expect(find(`${long}. ${long} \`code\`; ${long}\n${long}`)).toEqual([]);
    expect(find(`Short. ${long} words.`)).toEqual([expect.stringContaining('41 words in one sentence: "It has')]);
  });
});

import { describe, expect, it } from 'vitest';

import { renderDocComment } from './doc-comment.ts';

describe('renderDocComment', () => {
  it('is empty without a description', () => {
    expect(renderDocComment(undefined)).toBe('');
    expect(renderDocComment('  ')).toBe('');
  });

  it('retains the first sentence only', () => {
    expect(renderDocComment('Number of pods. Defaults to 1.')).toBe('/** Number of pods. */\n');
  });

  it('does not end the sentence at an abbreviation', () => {
    expect(renderDocComment('A host, e.g. Example, i.e. A name. More.')).toBe(
      '/** A host, e.g. Example, i.e. A name. */\n',
    );
  });

  it('does not end the sentence inside of a version or a field path', () => {
    expect(renderDocComment('Since v1.36 the .spec.replicas counts. More.')).toBe(
      '/** Since v1.36 the .spec.replicas counts. */\n',
    );
  });

  it('omits lists, later paragraphs and enum values', () => {
    expect(renderDocComment('One of:\n - `A` is one\n - `B`')).toBe('/** One of */\n');
    expect(renderDocComment('Either: * A thing * Another')).toBe('/** Either */\n');
    expect(renderDocComment('Phase\n\nMore')).toBe('/** Phase */\n');
    expect(renderDocComment('Policy Possible enum values: - `"A"`')).toBe('/** Policy */\n');
  });

  it('omits links that follow without a full stop', () => {
    expect(renderDocComment('name of the referent; More info: https://example.com')).toBe(
      '/** name of the referent */\n',
    );
  });

  it('has a @deprecated tag with the sentence about the deprecation', () => {
    expect(renderDocComment('An alias. Deprecated: Use name instead. It goes away.')).toBe(
      '/**\n * An alias.\n * @deprecated Use name instead.\n */\n',
    );
    expect(renderDocComment('Deprecated. Never set.')).toBe('/** @deprecated Never set. */\n');
  });

  it('has no @deprecated tag if only an enum value is deprecated', () => {
    expect(renderDocComment('The phase.\n\nPossible enum values:\n - `"Unknown"` Deprecated: not set')).toBe(
      '/** The phase. */\n',
    );
  });

  it('escapes the end of a comment', () => {
    expect(renderDocComment('A schedule like */5 * * * *')).toBe('/** A schedule like *\\/5 * * * * */\n');
  });

  it.each([112, 116, 300])('wraps %d characters at the width of the repository', (length) => {
    const lines = renderDocComment('word '.repeat(length / 5 + 1).slice(0, length))
      .trimEnd()
      .split('\n');
    expect(lines.length).toBeGreaterThan(2);
    expect(Math.max(...lines.map((line) => line.length + 2))).toBeLessThanOrEqual(120);
  });

  it('stays on one line if it fits', () => {
    expect(renderDocComment('x'.repeat(111))).toBe(`/** ${'x'.repeat(111)} */\n`);
  });
});

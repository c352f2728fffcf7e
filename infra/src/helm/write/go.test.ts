import { describe, expect, it } from 'vitest';

import { at, given, is } from '../template/expression.ts';
import type { TemplateItem, TemplateNode } from '../template/node.ts';
import { bare } from './fault.ts';
import { documentLines, mapLines } from './go.ts';

const constant = (value: unknown): TemplateNode & { readonly kind: 'constant' } => ({ kind: 'constant', value });
const entry = (key: string, node: TemplateNode, when?: ReturnType<typeof is>) => ({ key: constant(key), when, node });
const item = (value: unknown, when?: ReturnType<typeof is>): TemplateItem => ({
  ...{ tag: String(value), when, each: undefined },
  node: constant(value),
});

describe('the text of a template', () => {
  it('has given values, and blocks around what depends on them', () => {
    const entries = [
      entry('name', { kind: 'text', parts: [at('name'), '-tls'] }),
      entry('replicas', { kind: 'computed', expression: at('replicas') }, given('replicas')),
      entry('port', { kind: 'sum', expression: at('port'), more: 1 }),
      entry('mode', { kind: 'choice', when: is('tls', true), yes: constant('https'), no: constant('http') }),
    ];
    expect(mapLines({ kind: 'map', entries, merged: [] }, '')).toEqual([
      'name: {{ toJson (print $v.name "-tls") }}',
      '{{- if hasKey $v "replicas" }}',
      'replicas: {{ toJson $v.replicas }}',
      '{{- end }}',
      'port: {{ add (int64 $v.port) 1 }}',
      'mode: {{ if $v.tls }}https{{ else }}http{{ end }}',
    ]);
  });

  it('has one block around neighbours with the same condition', () => {
    const list: TemplateNode = {
      kind: 'list',
      items: [item('get', is('tls', true)), item('list', is('tls', true)), item('watch')],
    };
    expect(mapLines({ kind: 'map', entries: [entry('verbs', list)], merged: [] }, '')).toEqual([
      ...['verbs:', '{{- if $v.tls }}', '  - get', '  - list', '{{- end }}', '  - watch'],
    ]);
  });

  it('leaves braces of the objects as they are', () => {
    const node: TemplateNode = { kind: 'map', entries: [entry('text', constant('{{ $labels.pod }}'))], merged: [] };
    const lines = documentLines({ tag: '', when: undefined, each: undefined, node });
    expect(lines).toEqual(['---', expect.stringContaining('{{ "{{" }} $labels.pod }}')]);
  });

  it.each([
    ['(hasKey $v "a")', 'hasKey $v "a"'],
    ['(not $v.a) (not $v.b)', '(not $v.a) (not $v.b)'],
    ['(eq $v.a ")(")', 'eq $v.a ")("'],
    ['$v.a', '$v.a'],
  ])('has %s without parentheses around the whole: %s', (go, expected) => {
    expect(bare(go)).toBe(expected);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { at, type Condition, given, is, type View } from './expression.ts';
import { learned, learnedItems } from './learn.ts';
import { rendered } from './node.ts';
import { type Placeholder, type Sample, valueSetOf } from './sample.ts';

interface Values {
  readonly name: string;
  readonly tls?: boolean;
  readonly port?: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly hosts?: readonly string[];
}

const placeholders: readonly Placeholder[] = [
  { expression: at('name'), mode: 'text', isUnique: true },
  { expression: at('port'), mode: 'number', isUnique: true },
  { expression: at('labels'), mode: 'entries', rank: 1 },
  { expression: at('hosts'), mode: 'each' },
];
const features: readonly Condition[] = [is('tls', true), given('port'), given('hosts')];

/** Stands for the constructs. */
function made({ name, tls = false, port = 80, labels, hosts = [] }: Values): object {
  return {
    name: `${name}-service`,
    labels: { ...labels, app: name },
    ports: [{ name: tls ? 'https' : 'http', port }, ...(tls ? [{ name: 'health', port: port + 1 }] : [])],
    ...(tls && { secret: `${name}-tls` }),
    hosts: [{ name: 'localhost' }, ...hosts.map((host) => ({ name: `${host}.example` }))],
  };
}

const sampleOf = (values: Values): Sample => ({
  valueSet: valueSetOf(values as unknown as View, placeholders),
  value: made(values),
});

const names = ['kwone', 'kwother'];
const all: readonly Values[] = names.flatMap((name) =>
  [true, false].flatMap((tls) =>
    [{}, { port: 7000 }].flatMap((port) =>
      [{}, { hosts: ['kwhost'] }].flatMap((hosts) =>
        [{}, { kwlabel: 'a' }].map((labels) => ({ name, tls, ...port, ...hosts, labels })),
      ),
    ),
  ),
);
const template = learned(all.map(sampleOf), features);

describe('a template that is made from samples', () => {
  it('is right for each of them', () => {
    for (const values of all) expect(rendered(template, values as unknown as View)).toEqual(made(values));
  });

  // id: chart-takes-a-sample-for-a-constant
  it('is right for other values than those of samples', () => {
    const others = fc.record(
      {
        name: fc.stringMatching(/^[a-z]{3,9}$/),
        tls: fc.boolean(),
        port: fc.integer({ min: 1, max: 60_000 }),
        labels: fc.dictionary(fc.stringMatching(/^[a-z]{1,9}$/), fc.string()),
        hosts: fc.array(fc.stringMatching(/^[a-z]{3,9}$/)),
      },
      { requiredKeys: ['name', 'labels'] },
    );
    fc.assert(
      fc.property(others, (values) => {
        expect(rendered(template, values as unknown as View)).toEqual(made(values));
      }),
    );
  });

  it('has what is given in a string, though some samples have more of it by chance', () => {
    const tagged = (name: string, tag: string): Sample => {
      const valueSet = valueSetOf({ name, tag }, [
        ...placeholders,
        { expression: at('tag'), mode: 'text', isUnique: true },
      ]);
      return { valueSet, value: `registry.example/kwone:${tag}` };
    };
    const image = learned([tagged('kwone', 'kwtag'), tagged('kwother', 'kwtag')], features);
    expect(rendered(image, { name: 'kwother', tag: 'v2' })).toBe('registry.example/kwone:v2');
  });

  it('fails if no option says why two samples differ', () => {
    const samples = [
      { ...sampleOf({ name: 'kwone', labels: {} }), value: { kind: 'a' } },
      { ...sampleOf({ name: 'kwother', labels: {} }), value: { kind: 'b' } },
    ];
    expect(() => learned(samples, features)).toThrow('no option says when a template has "a", and when "b"');
  });
});

describe('a list that was made from fewer samples', () => {
  const listOf = (tls: boolean, port?: number): Sample => {
    const { valueSet } = sampleOf({ name: 'kwone', tls, labels: {}, ...(port !== undefined && { port }) });
    const listed = [{ name: 'a' }, ...(tls && port !== undefined ? [{ name: 'b', port }] : [])];
    return { valueSet, value: listed };
  };
  const first = [listOf(false), listOf(true, 7000)];
  const before = learnedItems(first, features);
  const fresh = [listOf(true), listOf(false, 7000)];

  // id: chart-keeps-a-wrong-template
  it('is made anew where it is wrong for a fresh one, and else stays', () => {
    const after = learnedItems([...first, ...fresh], features, { list: before, fresh });
    for (const { valueSet, value } of [...first, ...fresh]) expect(rendered(after, valueSet.view)).toEqual(value);
    expect(after.items[0]).toBe(before.items[0]);
    expect(after.items[1]).not.toBe(before.items[1]);
  });
});

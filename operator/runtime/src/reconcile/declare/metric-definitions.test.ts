import { describe, expect, it } from 'vitest';

import { counter, gaugePerObject } from './metric-definitions.ts';

const help = 'Cups.';
const value = (): number => 1;

const expectRejection = (name: string, problem: string): unknown =>
  expect.objectContaining({
    code: 'DECLARATION_INVALID',
    message: expect.stringContaining(`failed to define the metric ${name}: ${problem}`) as string,
  });

describe('a counter', () => {
  it('has the given labels', () => {
    expect(counter({ name: 'cups_total', help, labels: ['size', '_2'] }).labels).toEqual(['size', '_2']);
    expect(counter({ name: 'cups_2_total', help }).labels).toEqual([]);
  });

  it.each<[string, { name: string; labels?: readonly string[] }, string]>([
    ['without _total', { name: 'cups' }, 'the name of a counter must end in _total: cups_total'],
    ['in camelCase', { name: 'fooBar_total' }, 'the name must be in snake case'],
    ['that begins with a digit', { name: '1_total' }, 'the name must be in snake case'],
    [
      'with a dash in a label',
      { name: 'a_total', labels: ['b', 'a-b'] },
      'the label "a-b" must consist of letters, digits',
    ],
    ['with a label of Prometheus itself', { name: 'a_total', labels: ['__name'] }, 'the label "__name" must consist'],
    ['with a label twice', { name: 'a_total', labels: ['size', 'size'] }, 'the label "size" must consist'],
  ])('is rejected %s', (_, { name, labels = [] }, problem) => {
    expect(() => counter({ name, help, labels })).toThrow(expectRejection(name, problem));
  });

  it('is rejected if its help text is blank', () => {
    expect(() => counter({ name: 'cups_total', help: ' ' })).toThrow(
      expectRejection('cups_total', 'help must not be empty'),
    );
  });
});

describe('a gauge per resource', () => {
  it('has only the labels that it declares', () => {
    expect(gaugePerObject({ name: 'cup_open', help, value }).labels).toEqual({});
  });

  it('follows the same rules, but needs no suffix', () => {
    expect(() => gaugePerObject({ name: 'cupOpen', help, value })).toThrow(
      expectRejection('cupOpen', 'the name must be'),
    );
    const labels = { 'a-b': () => '' };
    expect(() => gaugePerObject({ name: 'cup_open', help, labels, value })).toThrow(
      expectRejection('cup_open', 'the label "a-b"'),
    );
  });
});

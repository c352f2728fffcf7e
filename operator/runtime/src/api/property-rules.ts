import { cel, escapeCelName, onCreation } from './cel.ts';
import type { ValidationRule } from '../base/index.ts';

/** At least two property names of the object that has the rule. */
type Names = readonly [string, string, ...string[]];

/**
 * An object rule: at most one of these properties is set. Required properties and those with a default are always set,
 * so `defineApi` rejects a rule with two of them.
 */
export function atMostOneOf(...properties: Names): ValidationRule {
  return cel(`${renderSetCount(properties)} <= 1`, `at most one of ${joinNames(properties)} may be set`);
}

/**
 * An object rule: exactly one of these properties is set. Required properties and those with a default are always set,
 * so `defineApi` rejects a rule with two of them.
 */
export function exactlyOneOf(...properties: Names): ValidationRule {
  return cel(`${renderSetCount(properties)} == 1`, `exactly one of ${joinNames(properties)} must be set`);
}

/** An object rule: at least one of these properties is set. Properties with a default always are. */
export function atLeastOneOf(...properties: Names): ValidationRule {
  return cel(properties.map(isSet).join(' || '), `at least one of ${joinNames(properties)} must be set`);
}

/**
 * A rule that rejects every change.
 *
 * Without names: the value cannot change while it exists. An optional value can still be added and removed, because a
 * rule applies only to an existing value.
 *
 * With names, as an object rule: these properties cannot change after creation; missing ones stay missing.
 */
export function immutable(...properties: readonly string[]): ValidationRule {
  if (properties.length === 0) return cel('self == oldSelf', `is immutable: ${instead}`);
  const verb = properties.length === 1 ? 'is' : 'are';
  return cel(properties.map(renderUnchanged).join(' && '), `${joinNames(properties)} ${verb} immutable: ${instead}`);
}

/** The CEL names of the properties in a rule of `atMostOneOf` or `exactlyOneOf`; empty for any other rule. */
export function parseAtMostOneNames(rule: string): readonly string[] {
  const names = [...rule.matchAll(/has\(self\.(\w+)\) \? 1 : 0/g)].map(([, name = '']) => name);
  const count = names.map(renderCount).join(' + ');
  const made = [`${count} <= 1`, `${count} == 1`].flatMap((each) => [each, onCreation(cel(each, '')).rule]);
  return made.includes(rule) ? names : [];
}

const instead = 'delete the object and create it again';

function renderUnchanged(property: string): string {
  const name = escapeCelName(property);
  return `has(self.${name}) == has(oldSelf.${name}) && (!has(self.${name}) || self.${name} == oldSelf.${name})`;
}

function renderSetCount(properties: Names): string {
  return properties.map((property) => renderCount(escapeCelName(property))).join(' + ');
}

function renderCount(name: string): string {
  return `(has(self.${name}) ? 1 : 0)`;
}

function isSet(property: string): string {
  return `has(self.${escapeCelName(property)})`;
}

function joinNames(properties: readonly string[]): string {
  return properties.join(', ');
}

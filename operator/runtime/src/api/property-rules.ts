import { cel, escapeCelName, onCreation } from './cel.ts';
import type { ValidationRule } from '../base/index.ts';

/** At least two names of properties. */
type Names = readonly [string, string, ...string[]];

/**
 * A rule for an object: at most one of these properties is set. Required properties and those with a default are always
 * set, so `defineApi` rejects a rule with two of them.
 */
export function atMostOneOf(...properties: Names): ValidationRule {
  return cel(`${renderSetCount(properties)} <= 1`, `at most one of ${joinNames(properties)} may be set`);
}

/**
 * A rule for an object: exactly one of these properties is set. Required properties and those with a default are always
 * set, so `defineApi` rejects a rule with two of them.
 */
export function exactlyOneOf(...properties: Names): ValidationRule {
  return cel(`${renderSetCount(properties)} == 1`, `exactly one of ${joinNames(properties)} must be set`);
}

/** A rule for an object: at least one of these properties is set. Properties with a default are always set. */
export function atLeastOneOf(...properties: Names): ValidationRule {
  return cel(properties.map(isSet).join(' || '), `at least one of ${joinNames(properties)} must be set`);
}

/**
 * A rule that rejects every change. Without names, as a rule on a value: the value cannot change while it exists, but
 * an optional value can still be added and removed, because a rule applies only to an existing value. With names, as a
 * rule on an object: these properties cannot change after creation, and missing ones stay missing.
 */
export function immutable(...properties: readonly string[]): ValidationRule {
  if (properties.length === 0) return cel('self == oldSelf', `is immutable: ${instead}`);
  const verb = properties.length === 1 ? 'is' : 'are';
  return cel(properties.map(renderUnchanged).join(' && '), `${joinNames(properties)} ${verb} immutable: ${instead}`);
}

/** The CEL property names in a rule of `atMostOneOf` or `exactlyOneOf`; empty for any other rule. */
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

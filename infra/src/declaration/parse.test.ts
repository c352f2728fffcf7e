import { describe, expect, it } from 'vitest';

import { zoo, zooWithVersions, zooWithWebhooks } from '../testing/zoo.ts';
import type { OperatorDeclaration } from '@kubewright/declaration';
import { parseDeclaration } from './parse.ts';

/** A valid declaration with one value replaced, by its path. */
function breakDeclaration(path: string, value: unknown, valid: OperatorDeclaration = zoo): unknown {
  const copy = structuredClone(valid) as unknown as Record<string, unknown>;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const parent = keys.reduce((each, key) => each[key] as Record<string, unknown>, copy);
  parent[last] = value;
  return copy;
}

describe('parseDeclaration', () => {
  it('returns a valid declaration unchanged', () => {
    expect(parseDeclaration(zoo)).toBe(zoo);
  });

  it('ignores unknown keys, which a newer generator may write', () => {
    const newer = { ...zoo, conversions: [] };
    expect(parseDeclaration(newer)).toBe(newer);
  });

  it.each<[path: string, value: unknown, message: string]>([
    ['name', 'My Zoo', 'name must be a DNS label (lower-case letters, digits and "-", at most 63), but is "My Zoo"'],
    [
      'name',
      'cdk8s',
      'name must be other than "cdk8s", which marks the objects that this package deploys, but is "cdk8s"',
    ],
    ['version', undefined, 'version must be a version that can be an image tag, but is absent'],
    ['version', 'a:b', 'version must be a version that can be an image tag, but is "a:b"'],
    ['apis', {}, 'apis must be a list, but is {}'],
    ['apis.0.scope', 'Global', 'apis[0].scope must be one of "Namespaced", "Cluster", but is "Global"'],
    ['apis.1.crd', '', 'apis[1].crd must be the path of a YAML file, or a CustomResourceDefinition, but is ""'],
    ['apis.1', { ...zoo.apis[0] }, 'apis[].kind must be unique, but is "Animal.zoo.example"'],
    ['apis.1', { ...zoo.apis[0], version: 'v2' }, 'apis[].kind must be unique, but is "Animal.zoo.example"'],
    ['controllers', [], 'controllers must be a non-empty list, but is []'],
    ['controllers.1.name', 'animal', 'controllers[].name must be unique, but is "animal"'],
    ['controllers.0.for', null, 'controllers[0].for must be an object, but is null'],
    ['controllers.0.rules.1.verbs', [], 'controllers[0].rules[1].verbs must be a non-empty list, but is []'],
    ['controllers.0.rules.1.verbs', 'get', 'controllers[0].rules[1].verbs must be a list, but is "get"'],
    ['controllers.0.rules.0.resourceName', 'x', 'rules[0].resourceName is unknown: did you mean resourceNames?'],
    ['controllers.0.rules.0.reason', '', 'rules[0].reason must be a non-empty string, but is ""'],
    ['policies.1.name', 'fed-animals', 'policies[].name must be unique, but is "fed-animals"'],
    ['policies.0.for', { kind: 'Animal' }, 'policies[0].for.group must be an API group ("" is the core group)'],
    ['policies.0.operations.0', 'CONNECT', 'policies[0].operations[0] must be one of "CREATE", "UPDATE", "DELETE"'],
    ['policies.0.when.0.cel', ' ', 'policies[0].when[0].cel must be a CEL expression, but is " "'],
    ['policies.0.validate.0.messages', 'x', 'policies[0].validate[0].messages is unknown: did you mean message?'],
    ['policies.0.validate.1.reason', 'No', 'policies[0].validate[1].reason must be one of "Unauthorized", "Forbidden"'],
    ['policies.0.mutate.0', { merge: 'x' }, 'policies[0].mutate[0] must be an object with apply, or with jsonPatch'],
    ['policies.0.actions', [], 'policies[0].actions must be a non-empty list'],
    ['policies.1.namespaceSelector.matchLabels.a', 1, 'policies[1].namespaceSelector.matchLabels.a must be a string'],
    ['policies.1.objectSelector', {}, 'policies[1].objectSelector is unknown: '],
    ['leaderElection.rules', [], 'leaderElection.rules must be a non-empty list, but is []'],
    ['leaderElection.leaseName', 7, 'leaderElection.leaseName must be a non-empty string, but is 7'],
    ['settings.0.type', 'text', 'settings[0].type must be one of "string", "integer"'],
    ['settings.0.env', 'A-B', 'settings[0].env must be the name of an environment variable, but is "A-B"'],
    ['settings.1.env', 'WATCH_NAMESPACE', 'settings[].env must be unique, but is "WATCH_NAMESPACE"'],
    [
      'settings.8.default',
      {},
      'settings[8].default must be a string, a number, true or false, or a list of strings, but is {}',
    ],
    ['ports.health', 70_000, 'ports.health must be a whole number from 1 to 65535, but is 70000'],
    ['ports.metrics', 80.5, 'ports.metrics must be a whole number from 1 to 65535, but is 80.5'],
  ])('throws for %s = %j', (path, value, message) => {
    expect(() => parseDeclaration(breakDeclaration(path, value), 'zoo.json')).toThrow(message);
    expect(() => parseDeclaration(breakDeclaration(path, value), 'zoo.json')).toThrow(/^failed to read zoo\.json: /);
  });

  it('accepts webhooks: none, and for own and other kinds', () => {
    for (const webhooks of [[], zooWithWebhooks.webhooks]) {
      const declared = { ...zooWithWebhooks, webhooks };
      expect(parseDeclaration(declared)).toBe(declared);
    }
  });

  it.each<[path: string, value: unknown, message: string]>([
    ['webhooks', {}, 'webhooks must be a list, but is {}'],
    ['webhooks.0.name', 'An_imal', 'webhooks[0].name must be a DNS label'],
    ['webhooks.1.name', 'animal', 'webhooks[].name must be unique, but is "animal"'],
    ['webhooks.0.for', undefined, 'webhooks[0].for must be an object, but is absent'],
    ['webhooks.0.for.group', 'Zoo', 'webhooks[0].for.group must be an API group ("" is the core group), but is "Zoo"'],
    ['webhooks.0.for.version', '', 'webhooks[0].for.version must be a non-empty string, but is ""'],
    ['webhooks.0.for.kind', 1, 'webhooks[0].for.kind must be a non-empty string, but is 1'],
    ['webhooks.0.for.plural', undefined, 'webhooks[0].for.plural must be a non-empty string, but is absent'],
    ['webhooks.0.for.scope', '*', 'webhooks[0].for.scope must be one of "Namespaced", "Cluster", but is "*"'],
    ['webhooks.0.mutates', 'yes', 'webhooks[0].mutates must be true or false, but is "yes"'],
    ['webhooks.0.validates', true, 'webhooks[0].validates must be a list, but is true'],
    ['webhooks.0.validates.2', '*', 'webhooks[0].validates[2] must be one of "CREATE", "UPDATE", "DELETE", but is "*"'],
    ['webhooks.0.validates', ['CREATE', 'CREATE'], 'webhooks[0].validates must be unique, but is "CREATE"'],
    ['webhooks.0.rules', undefined, 'webhooks[0].rules must be a list, but is absent'],
    ['webhooks.0.rules.0.verbs', [], 'webhooks[0].rules[0].verbs must be a non-empty list, but is []'],
    ['ports.webhooks', undefined, 'ports.webhooks must be the port of the webhooks, but is absent'],
    ['ports.webhooks', 0, 'ports.webhooks must be a whole number from 1 to 65535, but is 0'],
  ])('throws for webhooks with %s = %j', (path, value, message) => {
    expect(() => parseDeclaration(breakDeclaration(path, value, zooWithWebhooks), 'zoo.json')).toThrow(message);
  });

  it('accepts kinds with several versions, and webhooks or none', () => {
    expect(parseDeclaration(zooWithVersions)).toBe(zooWithVersions);
    const both = { ...zooWithVersions, webhooks: zooWithWebhooks.webhooks };
    expect(parseDeclaration(both)).toBe(both);
  });

  it.each<[path: string, value: unknown, message: string]>([
    ['apis.0.conversion', true, 'apis[0].conversion must be an object, but is true'],
    ['apis.0.conversion.path', '', 'apis[0].conversion.path must be a non-empty string, but is ""'],
    [
      'apis.0.conversion.conversionReviewVersions',
      'v1',
      'apis[0].conversion.conversionReviewVersions must be a list, but is "v1"',
    ],
    ['apis.0.conversion.rules', undefined, 'apis[0].conversion.rules must be a list, but is absent'],
    ['ports.webhooks', undefined, 'ports.webhooks must be the port of the webhooks, but is absent'],
  ])('throws for versions with %s = %j', (path, value, message) => {
    expect(() => parseDeclaration(breakDeclaration(path, value, zooWithVersions), 'zoo.json')).toThrow(message);
  });

  it('throws for a webhook that neither mutates nor validates', () => {
    const idle = { ...zooWithWebhooks.webhooks[0], mutates: false, validates: [] };
    expect(() => parseDeclaration({ ...zooWithWebhooks, webhooks: [idle] })).toThrow(
      'webhooks[0].validates must be a non-empty list, because mutates is false, but is []',
    );
  });

  it.each([undefined, null, 'text', []])('throws for %j', (value) => {
    expect(() => parseDeclaration(value)).toThrow(
      /^failed to read the operator declaration: the document must be an obj/,
    );
  });

  it('shortens long values in its message', () => {
    const long = breakDeclaration('ports', 'x'.repeat(500)) as OperatorDeclaration;
    expect(() => parseDeclaration(long)).toThrow(/ports must be an object, but is "x{76}\.\.\.$/);
  });
});

import type { Api } from '../../../operator/runtime/src/api/index.ts';
import {
  formatApiVersion,
  type Kind,
  type KubeObject,
  type OwnerReference,
} from '../../../operator/runtime/src/base/index.ts';
import type { Desired } from '../../../operator/runtime/src/index.ts';
import { type WantedCondition, type WithConditions, awaitCondition } from '../../support/conditions.ts';
import { applyManifests, type Manifest } from '../../support/manifests.ts';
import { toKey, type Scope } from '../../support/scope.ts';

/** A child that a controller creates for each custom resource, as the input of suites that run for every child. */
export interface OwnedChild {
  /** The kind of the owner. */
  readonly api: Api;
  readonly child: Kind;
  readonly controller: string;
  /** The manifest of an owner, with all fields that have defaults. */
  readonly manifest: (scope: Pick<Scope, 'namespace'>, name: string) => Manifest;
  /** The name of the child. @default - the owner's name */
  readonly childName?: (owner: string) => string;
  /** The condition of an owner whose child is as desired. @default - Ready */
  readonly awaitRunning?: WantedCondition;
  /** The child, computed by the function that the controller uses. */
  readonly desired: (owner: KubeObject) => Desired<KubeObject>;
  /** The spec of an object that somebody else created for another purpose. */
  readonly foreignSpec: object;
  /** Whether the operator can adopt such an object. @default true */
  readonly adoptable?: boolean;
  /**
   * Fields that the operator keeps unset because they would change the meaning of others, each with a value to test.
   */
  readonly unset: Readonly<Record<string, unknown>>;
  /** Fields that other clients may add, each with a value to test. */
  readonly additions: Readonly<Record<string, unknown>>;
}

export const childName = ({ childName: named = (owner) => owner }: OwnedChild, owner: string): string => named(owner);

export async function createOwner(scope: Scope, kind: OwnedChild, name: string): Promise<WithConditions> {
  await applyManifests(scope.client, [kind.manifest(scope, name)]);
  return works(scope, kind, name);
}

export function works(
  scope: Pick<Scope, 'client' | 'namespace'>,
  { api, awaitRunning: wanted }: OwnedChild,
  name: string,
): Promise<WithConditions> {
  const owners = scope.client.resource(api as Kind<WithConditions>);
  return awaitCondition(owners, toKey(scope, name), wanted ?? { type: 'Ready', status: 'True' });
}

export function referenceTo({ api }: OwnedChild, { metadata }: Pick<KubeObject, 'metadata'>): OwnerReference {
  const { name, uid } = metadata;
  return { apiVersion: formatApiVersion(api), kind: api.kind, name, uid, controller: true };
}

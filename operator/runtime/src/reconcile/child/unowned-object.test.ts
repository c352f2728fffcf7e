import { beforeEach, describe, expect, it } from 'vitest';

import { buildRejection, type Intercept } from '../../../fixtures/api-server.ts';
import { Cafe, child, key, path as owner, scriptCafe } from '../../../fixtures/home-cafe.ts';
import { manager, type ScriptedRun } from '../../../fixtures/scripted-run.ts';
import type { KubeObject, ManagedFieldsEntry } from '../../base/index.ts';
import { ConfigMap } from '../../kinds/index.ts';
import { buildOwnerReference, ownerAnnotation, ownerUidLabel } from '../write/ownership.ts';
import { applyChild } from './apply-child.ts';

let scripted: ScriptedRun;

beforeEach(() => {
  scripted = scriptCafe();
});

const applyMap = (run = scripted.run()) =>
  applyChild(run, ConfigMap, { metadata: { name: 'home' }, data: { ours: '1' } });

describe('the error about an unowned object', () => {
  const label = { [ownerUidLabel]: 'another' };
  const annotation = { [ownerAnnotation]: 'Cafe.example.com default/other' };

  it.each([
    [
      'names the owner that label and annotation name',
      { labels: label, annotations: annotation },
      'default/other owns',
    ],
    ['names no owner if only a label does', { labels: label }, 'no owner'],
    ['names no owner if only an annotation does', { annotations: annotation }, 'no owner'],
  ])('%s', async (_, metadata, words) => {
    scripted.server.put(child, { metadata: { ...key, ...metadata } });
    await expect(applyMap()).rejects.toMatchObject({
      code: 'NAME_CONFLICT',
      message: expect.stringContaining(words) as string,
    });
  });
});

describe('on an old API server, which cannot create without updating', () => {
  const getOwner = `GET ${owner}`;
  const getChild = `GET ${child}`;
  const apply = `PATCH ${child}?fieldManager=${manager}&force=false`;
  const takeBack = `PATCH ${child}?fieldManager=${manager}&force=true`;
  /** The requests until the apply that may change another object. */
  const untilApply = [getOwner, apply, getChild, apply];

  /** @param intercept handles the applies that may also update */
  function makeOld(intercept: Intercept): void {
    scripted.server.intercept = (request, next) => {
      if (request.method !== 'PATCH') return undefined;
      return (request.body as KubeObject).metadata.resourceVersion === '1'
        ? buildRejection(500, 'resourceVersion should not be set on objects to be created')
        : intercept(request, next);
    };
  }

  const reject = (field: string, ...others: readonly string[]) =>
    buildRejection(422, 'invalid', {
      causes: [field, ...others].map((each) => ({ reason: 'FieldValueInvalid', field: each, message: 'invalid' })),
    });

  it.each([
    ['forbids the child', () => buildRejection(403, 'forbidden'), 'API_FORBIDDEN'],
    ['rejects its data', () => reject('data'), 'API_INVALID'],
  ])('an apply that %s ends with the answer, without another request', async (_, answer, code) => {
    makeOld(answer);
    await expect(applyMap()).rejects.toMatchObject({ code });
    expect(scripted.takeRequests()).toEqual(untilApply);
  });

  it('a rejected second controller is a conflict, unless the object is gone again', async () => {
    const run = scripted.run();
    makeOld(() => {
      scripted.server.put(child, { metadata: key });
      return reject('data', 'metadata.ownerReferences');
    });
    await expect(applyMap(run)).rejects.toMatchObject({ code: 'NAME_CONFLICT' });
    expect(scripted.takeRequests()).toEqual([...untilApply, getChild]);
    expect(scripted.server.transport.requests.at(-1)?.signal).toBe(run.signal);

    scripted.server.delete(child);
    makeOld(() => reject('metadata.ownerReferences'));
    await expect(applyMap()).rejects.toMatchObject({ code: 'API_INVALID' });
  });

  /** Lets others create the object right before our apply, which then has their managed fields as well. */
  function makeBefore(metadata: object, others: readonly ManagedFieldsEntry[] = []): void {
    makeOld(async (_, next) => {
      if (scripted.server.get(child) === undefined)
        scripted.server.put(child, { metadata: { ...key, ...metadata, managedFields: others } });
      return next();
    });
  }

  const buildEntry = (fields: object | undefined, subresource?: string): ManagedFieldsEntry => ({
    ...{ manager: 'other', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1' },
    ...(fields !== undefined && { fieldsV1: fields }),
    ...(subresource !== undefined && { subresource }),
  });

  it('the fields of an object that another client has created meanwhile are taken back at once', async () => {
    makeBefore({}, [buildEntry({ 'f:data': { 'f:theirs': {} } })]);
    await expect(applyMap()).rejects.toMatchObject({ code: 'NAME_CONFLICT' });
    expect(scripted.takeRequests()).toEqual([...untilApply, takeBack]);
    expect(scripted.server.get(child)).not.toHaveProperty('data.ours');
  });

  /** Lets the API server answer with other managed fields than it stores. */
  function answerWith(managedFields?: readonly ManagedFieldsEntry[]): void {
    makeOld(async (_, next) => {
      if (scripted.server.get(child) === undefined) scripted.server.put(child, { metadata: key });
      const answer = await next();
      const object = answer.body as KubeObject;
      const { managedFields: _all, ...metadata } = object.metadata;
      return { ...answer, body: { ...object, metadata: { ...metadata, ...(managedFields && { managedFields }) } } };
    });
  }

  it('an object is not a child if another manager owns fields in an unknown format', async () => {
    answerWith([buildEntry(undefined)]);
    await expect(applyMap()).rejects.toMatchObject({ code: 'NAME_CONFLICT' });
  });

  it('an object is a child if the API server does not say who owns its fields', async () => {
    answerWith();
    await expect(applyMap()).resolves.toMatchObject({ data: { ours: '1' } });
  });

  it.each<[string, readonly ManagedFieldsEntry[]]>([
    ['no other manager owns a field of it', []],
    ['others have written only its status', [buildEntry({ 'f:status': {} }, 'status')]],
  ])('an object is a child if %s', async (_, others) => {
    makeBefore({}, others);
    await expect(applyMap()).resolves.toMatchObject({ data: { ours: '1' } });
    expect(scripted.takeRequests()).toEqual(untilApply);
  });

  it('an object is a child if one of several other managers has set our owner', async () => {
    const reference = buildOwnerReference(scripted.run().owner, Cafe);
    const entry = `k:${JSON.stringify({ uid: reference.uid })}`;
    makeBefore({ ownerReferences: [reference] }, [
      buildEntry({ 'f:metadata': { 'f:ownerReferences': { [entry]: {} } } }),
      buildEntry({ 'f:data': { 'f:theirs': {} } }),
    ]);
    await expect(applyMap()).resolves.toMatchObject({ data: { ours: '1' } });
    expect(scripted.takeRequests()).toEqual(untilApply);
  });
});

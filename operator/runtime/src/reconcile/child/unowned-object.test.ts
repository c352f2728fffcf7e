import { beforeEach, describe, expect, it } from 'vitest';

import { child, key, scriptCafe } from '../../../fixtures/home-cafe.ts';
import type { ScriptedRun } from '../../../fixtures/scripted-run.ts';
import { ConfigMap } from '../../kinds/index.ts';
import { ownerAnnotation, ownerUidLabel } from '../write/ownership.ts';
import { applyChild } from './apply-child.ts';

let scripted: ScriptedRun;

beforeEach(() => {
  scripted = scriptCafe();
});

const applyMap = () => applyChild(scripted.run(), ConfigMap, { metadata: { name: 'home' }, data: { ours: '1' } });

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

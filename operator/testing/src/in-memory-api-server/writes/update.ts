import type { ApiResponse } from '@kubewright/runtime/internal/client';
import { metaOf } from '../objects.ts';
import { badRequest, conflict, invalid } from '../refusal.ts';
import { changeObject } from './change.ts';
import { decoded, undecodable } from './decode.ts';
import { methodNotAllowed, sentObject } from './sent-object.ts';
import { liveObject, managerOf, type Write } from './write.ts';

/** Answers a PUT. */
export function update(write: Write): ApiResponse {
  const { route, served } = write;
  if (route.name === undefined) throw methodNotAllowed();
  if (metaOf(write.body).name === undefined) throw nameless;
  const next = sentObject(decoded(write, write.body, undecodable(served)), route);
  const live = liveObject(write);
  const { uid, resourceVersion } = metaOf(next);
  if (uid !== undefined && uid !== live.metadata.uid) throw otherUid(write, uid, live.metadata.uid);
  if (resourceVersion === undefined && served.needsVersion) {
    const message = 'Invalid value: 0: must be specified for an update';
    const resource = { ...served.kind, kind: served.kind.plural };
    throw invalid(resource, route.name, [{ reason: 'FieldValueInvalid', message, field: 'metadata.resourceVersion' }]);
  }
  return { status: 200, body: changeObject(write, { live, next, by: managerOf(write, 'Update') }) };
}

const nameless = badRequest('the name of the object (based on URL) was undeterminable: name must be provided');

function otherUid({ route, served }: Write, sent: string, uid: string): Error {
  const mismatch = `Precondition failed: UID in precondition: ${sent}, UID in object meta: ${uid}`;
  return conflict(served.kind, route.name ?? '', mismatch);
}

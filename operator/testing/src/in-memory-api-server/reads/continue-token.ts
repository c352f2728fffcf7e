import { isRecord } from '@kubewright/declaration';

import { badRequest } from '../refusal.ts';

/** Where the next page of a list begins. */
export interface Continuation {
  /** The list is of this version, which is never 0; -1 for whatever is there. */
  readonly version: number;
  /** The last object of the page before. */
  readonly after?: string;
}

export function writeToken({ version, after }: Continuation): string {
  const token = { v: 'meta.k8s.io/v1', rv: version, start: `${after ?? ''}\0` };
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

/** Throws: 400. */
export function readToken(token: string): Continuation {
  const value = parsed(Buffer.from(token, 'base64url').toString());
  if (!isRecord(value) || typeof value['rv'] !== 'number' || value['rv'] === 0 || typeof value['start'] !== 'string') {
    throw badRequest('invalid continue token: continue key is not valid');
  }
  return { version: value['rv'], after: value['start'].replace(/\0$/, '') };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

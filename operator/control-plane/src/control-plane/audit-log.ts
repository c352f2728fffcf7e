import { open } from 'node:fs/promises';

/** A request in the audit log (audit.k8s.io/v1 Event at level Metadata). */
export interface AuditEvent {
  readonly auditID: string;
  /** `ResponseStarted` for an open watch, `ResponseComplete` for a finished request. */
  readonly stage: 'ResponseStarted' | 'ResponseComplete' | 'Panic';
  /** The path and query as the client sent them. */
  readonly requestURI: string;
  /** The RBAC verb: an apply and a JSON Patch are both `patch`. */
  readonly verb: string;
  readonly user: AuditUser;
  /** The impersonated user, if the request impersonates one. */
  readonly impersonatedUser?: AuditUser;
  readonly sourceIPs?: readonly string[];
  readonly userAgent?: string;
  /** The object of the request; absent for paths such as `/readyz` and `/openapi/v3`. */
  readonly objectRef?: AuditObjectRef;
  /** `code` is the HTTP status. A patch with 201 has created the object. */
  readonly responseStatus?: { readonly code?: number; readonly status?: string; readonly reason?: string };
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
  /** Includes `authorization.k8s.io/decision` and `/reason`: the binding that allowed the request. */
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface AuditUser {
  readonly username: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
}

export interface AuditObjectRef {
  /** The plural of the kind, as in RBAC rules. */
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  /** The name; absent for lists, watches and creations. */
  readonly name?: string;
  readonly uid?: string;
  /** The API group; absent for the core group. */
  readonly apiGroup?: string;
  readonly apiVersion?: string;
  readonly resourceVersion?: string;
}

/**
 * Reads the current events of an audit log, oldest first. The API server writes an event shortly after its response, so
 * a caller that needs the event of a certain request must read again until it finds it. Omits a last line that is still
 * being written.
 */
export async function* readAuditLog(path: string): AsyncIterable<AuditEvent> {
  await using file = await open(path);
  let last: string | undefined;
  for await (const line of file.readLines()) {
    if (last !== undefined) yield JSON.parse(last) as AuditEvent;
    last = line;
  }
  const event = last === undefined ? undefined : tryParse(last);
  if (event !== undefined) yield event;
}

function tryParse(line: string): AuditEvent | undefined {
  try {
    return JSON.parse(line) as AuditEvent;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * Renders a policy that records every request with its user and its result, without bodies. It omits the stage before
 * the response, which adds no information.
 */
export function renderAuditPolicy(): string {
  return JSON.stringify({
    apiVersion: 'audit.k8s.io/v1',
    kind: 'Policy',
    omitStages: ['RequestReceived'],
    rules: [{ level: 'Metadata' }],
  });
}

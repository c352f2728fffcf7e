import { ApiError, type Transport } from '../../client/index.ts';

/** The user that a token authenticates. */
interface User {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

interface TokenReviewStatus {
  readonly authenticated?: boolean;
  readonly user?: User;
}

interface AccessReviewStatus {
  readonly allowed?: boolean;
  readonly denied?: boolean;
}

/**
 * Returns the user of a token; `undefined` if the token is invalid. Needs the permission `create` on `tokenreviews`.
 * Errors: `ApiError`.
 * https://kubernetes.io/docs/reference/kubernetes-api/authentication-resources/token-review-v1/
 */
export async function reviewToken(transport: Transport, token: string, signal: AbortSignal): Promise<User | undefined> {
  const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token } };
  const path = '/apis/authentication.k8s.io/v1/tokenreviews';
  const status = (await ask(transport, { what: 'review a token', path, review, signal })) as TokenReviewStatus;
  return status.authenticated === true ? (status.user ?? {}) : undefined;
}

/**
 * Whether the API server authorizes a user to `get` a non-resource path. Needs the permission `create` on
 * `subjectaccessreviews`. Errors: `ApiError`.
 * https://kubernetes.io/docs/reference/kubernetes-api/authorization-resources/subject-access-review-v1/
 */
export async function reviewAccess(
  transport: Transport,
  { user, path }: { readonly user: User; readonly path: string },
  signal: AbortSignal,
): Promise<boolean> {
  const { username, ...rest } = user;
  const spec = { user: username, ...rest, nonResourceAttributes: { path, verb: 'get' } };
  const review = { apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', spec };
  const at = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
  const status = (await ask(transport, {
    what: 'review the permissions of a user',
    path: at,
    review,
    signal,
  })) as AccessReviewStatus;
  return status.allowed === true && status.denied !== true;
}

interface ReviewCall {
  readonly what: string;
  readonly path: string;
  readonly review: object;
  readonly signal: AbortSignal;
}

async function ask(transport: Transport, { what, path, review, signal }: ReviewCall): Promise<object> {
  // Sending a review twice is harmless, because the API server stores nothing.
  const response = await transport.call({ method: 'POST', path, body: review, isIdempotent: true, signal });
  const { status, body } = response;
  if (status !== 201 && status !== 200) throw new ApiError(what, { status, body });
  return (body as { readonly status?: object }).status ?? {};
}

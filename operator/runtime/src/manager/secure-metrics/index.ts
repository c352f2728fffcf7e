/**
 * Secure metrics: `/metrics` by TLS, for users that RBAC allows to read them.
 *
 * - `secure-listener`: certificate and guard of the listener
 * - `scrape-guard`: decides who may read; asks the API server, and remembers its answers for a while
 * - `reviews`: the two calls: TokenReview and SubjectAccessReview
 * - `verdicts`: the answers by token; `expiring-cache`: answers, limited in number and in age
 * - `review-queue`: how many reviews run at a time, and which is next; `peers`: which addresses were refused
 *
 * @module
 */
export { secureListener, type SecureListenerOptions } from './secure-listener.ts';
export { createScrapeGuard, type ScrapeGuardOptions } from './scrape-guard.ts';

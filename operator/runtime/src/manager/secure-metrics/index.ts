/**
 * Secure metrics: `/metrics` by TLS, for who may read them by the rules of the cluster.
 *
 * - `secure-listener`: the listener, put together: certificate, guard
 * - `scrape-guard`: who may read; asks the API server, and remembers its answers for a while
 * - `reviews`: the two questions to the API server: whose token is this, and what may they do
 * - `verdicts`: what was said of tokens; `expiring-cache`: answers, few and not for long
 * - `review-queue`: how many reviews run at a time, and whose is next; `peers`: which addresses were refused
 *
 * @module
 */
export { secureListener, type SecureListenerOptions } from './secure-listener.ts';
export { createScrapeGuard, type ScrapeGuardOptions } from './scrape-guard.ts';

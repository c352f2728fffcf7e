/**
 * Webhooks: the server that an API server asks before it stores an object.
 *
 * - `webhook-server`: TLS, bodies and the end; what is answered comes from the room admission
 *
 * @module
 */
export { startWebhookServer, type WebhookServer, type WebhookServerOptions } from './webhook-server.ts';

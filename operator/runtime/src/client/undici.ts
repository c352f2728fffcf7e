import connectTunnel from 'undici/lib/api/api-connect.js';
import request from 'undici/lib/api/api-request.js';
import buildConnector from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';

/**
 * The parts of undici that we use. Its entry point also loads fetch, WebSocket and caches, which takes 12 MB more
 * memory and more than twice the loading time. If an update of undici moves a module, the import of this file fails.
 * Only undici's entry point adds `request` and `connect` to a pool, so call them with the pool as `this`.
 */
export { buildConnector, Client, connectTunnel, Pool, ProxyAgent, request };

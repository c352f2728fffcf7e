import connectTunnel from 'undici/lib/api/api-connect.js';
import request from 'undici/lib/api/api-request.js';
import buildConnector from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';

/**
 * The used parts of undici. Its entry point also loads fetch, WebSocket and caches: 12 MB more memory and more than
 * twice the loading time in every process. If an update moves a module, the import of this file fails.
 *
 * Only undici's entry point adds `request` and `connect` to a pool, so they are called with the pool as `this`.
 */
export { buildConnector, Client, connectTunnel, Pool, ProxyAgent, request };

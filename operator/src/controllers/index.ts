/**
 * The controllers of the five operators, one line each.
 *
 * @module
 */
export { webServer } from './web-server/index.ts';

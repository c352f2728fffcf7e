/**
 * Typed constructs of every kind, generated from operator/crds by `npm run generate`.
 */
export {
  WebServer,
  type WebServerProps,
  type WebServerSpec,
} from './web-server-my.domain.ts';

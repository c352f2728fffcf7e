/**
 * One scenario per controller: a resource, what happens to it, the calls that its operator makes about that, and what is
 * left at the end.
 *
 * @module
 */
import type { Scenario } from '../scenario.ts';
import { echoScenario } from './echo.ts';
import { immortalContainerScenario } from './immortal-container.ts';
import { memcachedScenario } from './memcached.ts';
import { petScenario } from './pet.ts';
import { scheduledEchoScenario } from './scheduled-echo.ts';
import { webServerScenario } from './web-server.ts';

export const scenarios: readonly Scenario[] = [
  echoScenario,
  immortalContainerScenario,
  memcachedScenario,
  petScenario,
  scheduledEchoScenario,
  webServerScenario,
];

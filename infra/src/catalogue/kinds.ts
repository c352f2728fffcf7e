import * as imported from '@kubewright/imports';

import { checkedResource } from '../constructs/index.ts';
import { kubewrightDeclaration } from '../declaration/index.ts';

const declaration = kubewrightDeclaration();

/** Prints a message once. */
export class Echo extends checkedResource(imported.Echo, declaration) {}

/** A Pod that is created again whenever it is deleted. */
export class ImmortalContainer extends checkedResource(imported.ImmortalContainer, declaration) {}

/** Memcached servers behind a Service. */
export class Memcached extends checkedResource(imported.Memcached, declaration) {}

/** A pet in a pet store. */
export class Pet extends checkedResource(imported.Pet, declaration) {}

/** Prints a message by a schedule. */
export class ScheduledEcho extends checkedResource(imported.ScheduledEcho, declaration) {}

/** Web servers behind a port of every node. */
export class WebServer extends checkedResource(imported.WebServer, declaration) {}

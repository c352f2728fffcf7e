import path from 'node:path';

import { loadDeclaration, type OperatorDeclaration } from '../declaration/index.ts';

/** The declaration of a user's operator. It uses everything that a declaration can have. */
export const zooFile = path.resolve(__dirname, '../../fixtures/zoo/declaration.json');

/** The declaration in that file. */
export const zoo: OperatorDeclaration = loadDeclaration(zooFile);

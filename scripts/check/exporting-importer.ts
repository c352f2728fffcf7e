/**
 * Exports of an operator author who also imports this repository's operators. `exported-types.test.ts` appends this module to
 * `exporting-author.ts`.
 *
 * @module
 */
import { Echo, echo, kubewright, Pet, pet, WebServer, webServer } from '@kubewright/operator';
import {
  connectPetStore,
  isPetStoreError,
  PetStoreError,
  petStoreReasons,
  petTypes,
  startPetStore,
} from '@kubewright/operator/pet-store';

export const all = kubewright;
export const ourApis = [Echo, Pet, WebServer];
export const ourControllers = [echo, pet, webServer];

export const store = startPetStore();
export const connection = connectPetStore({ address: '127.0.0.1:6742' });
export const known = [petStoreReasons, petTypes];
export const toPetError = (error: unknown) =>
  error instanceof PetStoreError || isPetStoreError(error) ? error : undefined;

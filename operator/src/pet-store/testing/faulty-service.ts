import { type DescMessage, type MessageShape, toJson } from '@bufbuild/protobuf';
import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect';

import { PetStoreService } from '../contract/index.ts';
import type { PetService } from '../server/pet-service.ts';
import { aborted, systemClock } from '@kubewright/runtime/internal/base';
import type { Fault, PetStoreMethod, StoreCall } from './fault.ts';
import { garbledIds, garbledPets } from './garbage.ts';

/** Decides what happens to each call. */
export interface FaultPlan {
  /** Called when a call arrives. Records it; the call waits until this resolves. */
  begin(method: PetStoreMethod, request: unknown): Promise<StoreCall>;
  /** Called when the call is executed. The response waits until this resolves. */
  end(call: StoreCall): Promise<void>;
  faultOf(call: StoreCall): Fault | undefined;
  /** Closes all connections. */
  breakConnections(): Promise<void>;
}

/** Wraps a service so that its calls fail as the plan decides. */
export function faultyService(service: PetService, plan: FaultPlan): PetService {
  const { method } = PetStoreService;
  return {
    async addPets(request, context) {
      const { call, fault } = await arrive(plan, method.addPets, { request, context });
      const answer = await service.addPets(request, context);
      await whileWanted(context, plan.end(call));
      return fault?.kind === 'garbage' ? { ids: garbledIds(answer.ids ?? [], fault.what) } : answer;
    },
    async updatePets(request, context) {
      const { call } = await arrive(plan, method.updatePets, { request, context });
      const answer = await service.updatePets(request, context);
      await whileWanted(context, plan.end(call));
      return answer;
    },
    async deletePets(request, context) {
      const { call } = await arrive(plan, method.deletePets, { request, context });
      const answer = await service.deletePets(request, context);
      await whileWanted(context, plan.end(call));
      return answer;
    },
    async *searchPets(request, context) {
      const { call, fault } = await arrive(plan, method.searchPets, { request, context });
      await whileWanted(context, plan.end(call));
      let count = 0;
      for await (const pet of service.searchPets(request, context)) {
        if (fault?.kind === 'mid-stream' && count === fault.afterPets) await breakOff(fault.how, plan);
        count += 1;
        if (fault?.kind === 'garbage') yield* garbledPets(pet, fault.what);
        else yield pet;
      }
    },
    async changeSampler(request, context) {
      const { call } = await arrive(plan, method.changeSampler, { request, context });
      const answer = await service.changeSampler(request, context);
      await whileWanted(context, plan.end(call));
      return answer;
    },
  };
}

interface Arrival<TInput extends DescMessage> {
  readonly request: MessageShape<TInput>;
  readonly context: HandlerContext;
}

async function arrive<TInput extends DescMessage>(
  plan: FaultPlan,
  method: { readonly name: string; readonly input: TInput },
  { request, context }: Arrival<TInput>,
): Promise<{ call: StoreCall; fault: Fault | undefined }> {
  const call = await whileWanted(context, plan.begin(method.name as PetStoreMethod, toJson(method.input, request)));
  const fault = plan.faultOf(call);
  if (fault?.kind === 'slow') await whileWanted(context, systemClock.sleep(fault.delayMs, context.signal));
  if (fault?.kind === 'hanging') await whileWanted(context, new Promise<never>(() => undefined));
  if (fault?.kind === 'failing') throw new ConnectError(fault.message, codes[fault.code]);
  return { call, fault };
}

const codes = { INTERNAL: Code.Internal, INVALID_ARGUMENT: Code.InvalidArgument, UNAVAILABLE: Code.Unavailable };

/** Settles as `work` does, or rejects when the client disconnects. */
function whileWanted<T>({ signal }: HandlerContext, work: Promise<T>): Promise<T> {
  const left = aborted(signal).then(() => Promise.reject(new ConnectError('the client left', Code.Canceled)));
  return Promise.race([work, left]);
}

async function breakOff(how: 'status' | 'connection', plan: FaultPlan): Promise<never> {
  if (how === 'connection') await plan.breakConnections();
  throw new ConnectError('broken off in the middle', Code.Internal);
}

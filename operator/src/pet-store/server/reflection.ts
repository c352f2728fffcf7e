import { type DescEnum, type DescFile, type DescMessage, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { Code, type ServiceImpl } from '@connectrpc/connect';

import type {
  ServerReflection,
  ServerReflectionAlpha,
  ServerReflectionAlphaRequest,
  ServerReflectionRequest,
} from '../contract/index.ts';

type Question = (ServerReflectionRequest | ServerReflectionAlphaRequest)['messageRequest'];

/** A response, in the parts that both versions of the protocol share. */
type Answer =
  | { case: 'fileDescriptorResponse'; value: { fileDescriptorProto: Uint8Array<ArrayBuffer>[] } }
  | { case: 'allExtensionNumbersResponse'; value: { baseTypeName: string } }
  | { case: 'listServicesResponse'; value: { service: { name: string }[] } }
  | { case: 'errorResponse'; value: { errorCode: number; errorMessage: string } };

/** The two versions of the reflection service, which differ only in their names. */
export interface ReflectionServices {
  readonly v1: ServiceImpl<typeof ServerReflection>;
  readonly v1alpha: ServiceImpl<typeof ServerReflectionAlpha>;
}

/** Describes the services and messages of `files`, so that a client like grpcurl does not need the contract. */
export function reflectionServices(files: readonly DescFile[]): ReflectionServices {
  const answerTo = describer(files);
  return {
    v1: {
      async *serverReflectionInfo(requests) {
        for await (const request of requests) {
          const { host: validHost, messageRequest } = request;
          yield { validHost, originalRequest: request, messageResponse: answerTo(messageRequest) };
        }
      },
    },
    v1alpha: {
      async *serverReflectionInfo(requests) {
        for await (const request of requests) {
          const { host: validHost, messageRequest } = request;
          yield { validHost, originalRequest: request, messageResponse: answerTo(messageRequest) };
        }
      },
    },
  };
}

function describer(served: readonly DescFile[]): (question: Question) => Answer {
  const files = [...new Set(served.flatMap((file) => [...withImports(file)]))];
  const byPath = new Map(files.map((file) => [file.proto.name, file]));
  const byName = new Map(files.flatMap((file) => namesIn(file).map((name) => [name, file])));
  const services = files.flatMap((file) => file.services.map(({ typeName }) => ({ name: typeName })));
  return (question) => {
    switch (question.case) {
      case 'listServices':
        return { case: 'listServicesResponse', value: { service: services } };
      case 'fileByFilename':
        return described(byPath.get(question.value), question.value);
      case 'fileContainingSymbol':
        return described(byName.get(question.value), question.value);
      case 'allExtensionNumbersOfType':
        if (!byName.has(question.value)) return notFound(question.value);
        return { case: 'allExtensionNumbersResponse', value: { baseTypeName: question.value } };
      case 'fileContainingExtension':
        return notFound(`extension ${question.value.extensionNumber} of ${question.value.containingType}`);
      default:
        return failure(Code.InvalidArgument, 'the request asks for nothing');
    }
  };
}

/** The full names of all symbols in a file: clients request a file by them. */
function namesIn({ services, messages, enums }: DescFile): string[] {
  return [
    ...services.flatMap(({ typeName, methods }) => [typeName, ...methods.map(({ name }) => `${typeName}.${name}`)]),
    ...messages.flatMap(namesOfMessage),
    ...enums.flatMap(namesOfEnum),
  ];
}

function namesOfMessage({ typeName, members, nestedMessages, nestedEnums }: DescMessage): string[] {
  return [
    typeName,
    ...members.map(({ name }) => `${typeName}.${name}`),
    ...nestedMessages.flatMap(namesOfMessage),
    ...nestedEnums.flatMap(namesOfEnum),
  ];
}

/** The full names of an enum and its values, which are siblings of the enum, as in C++. */
function namesOfEnum({ typeName, values }: DescEnum): string[] {
  const scope = typeName.slice(0, typeName.lastIndexOf('.') + 1);
  return [typeName, ...values.map(({ name }) => scope + name)];
}

/** The response with the file and all its imports; the file comes first. */
function described(file: DescFile | undefined, asked: string): Answer {
  if (file === undefined) return notFound(asked);
  const fileDescriptorProto = [...withImports(file)].map(({ proto }) => toBinary(FileDescriptorProtoSchema, proto));
  return { case: 'fileDescriptorResponse', value: { fileDescriptorProto } };
}

function withImports(file: DescFile, found = new Set<DescFile>()): Set<DescFile> {
  found.add(file);
  for (const each of file.dependencies) withImports(each, found);
  return found;
}

function notFound(what: string): Answer {
  return failure(Code.NotFound, `not found: ${what}`);
}

function failure(errorCode: Code, errorMessage: string): Answer {
  return { case: 'errorResponse', value: { errorCode, errorMessage } };
}

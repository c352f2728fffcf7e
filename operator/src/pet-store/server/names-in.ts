import type { DescEnum, DescFile, DescMessage } from '@bufbuild/protobuf';

/** The full names of everything that a file declares, as reflection is asked for them. */
export function namesIn({ services, messages, enums }: DescFile): string[] {
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

/** The values of an enum are siblings of it, as in C++. */
function namesOfEnum({ typeName, values }: DescEnum): string[] {
  const scope = typeName.slice(0, typeName.lastIndexOf('.') + 1);
  return [typeName, ...values.map(({ name }) => scope + name)];
}

import { Trans } from "@lingui/react";
import type { ReactElement, ReactNode } from "react";
import type { MessageId, MessageText } from "./catalogue.ts";
import type { MessageParams, MessageTags } from "./messageParams.ts";

type Params<Id extends MessageId> = MessageParams<MessageText<Id>, ReactNode>;
type Tags<Id extends MessageId> = MessageTags<MessageText<Id>>;

/** An id, the message's parameters, and an element for each of its tags. */
export type MessageProps<Id extends MessageId> = { readonly id: Id } & (unknown extends Params<Id>
  ? { readonly params?: never }
  : { readonly params: { readonly [Name in keyof Params<Id>]: Params<Id>[Name] } }) &
  ([Tags<Id>] extends [never]
    ? { readonly tags?: never }
    : { readonly tags: Readonly<Record<Tags<Id>, ReactElement>> });

/**
 * A message of the catalogue with elements in it: parameters may be elements, and each tag's element gets the text
 * within the tag as its children.
 */
export const Message = <Id extends MessageId>({ id, params, tags }: MessageProps<Id>) => (
  <Trans id={id} values={shield(params)} {...(tags && { components: tags })} />
);

/** Text that could be read as a tag or an escape becomes an element, which is never read. */
const shield = (params: object | undefined): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(params ?? {}).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === "string" && /[<\\]/.test(value) ? <>{value}</> : value,
    ]),
  );

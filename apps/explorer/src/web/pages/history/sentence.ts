import type { MessageId, MessageText } from "../../languages/catalogue.ts";
import type { MessageParams } from "../../languages/messageParams.ts";
import { t } from "../../languages/t.ts";
import { type Piece, text } from "./piece.ts";

type Params<Id extends MessageId> = Id extends MessageId
  ? MessageParams<MessageText<Id>, readonly Piece[] | string>
  : never;

/** A message of the catalogue whose parameters are pieces: the words of others stay pieces of their own. */
export function sentence<Id extends MessageId>(id: Id, params: Params<Id>): Piece[] {
  const slots: (readonly Piece[])[] = [];
  const values = Object.entries(params as object).map(([name, value]: [string, unknown]) => [
    name,
    Array.isArray(value) ? `\uE000${slots.push(value as Piece[]) - 1}\uE001` : value,
  ]);
  const translate = t as (id: MessageId, params: object) => string;
  return translate(id, Object.fromEntries(values))
    .split(/\uE000(\d+)\uE001/)
    .flatMap((part, index) => (index % 2 === 1 ? (slots[Number(part)] ?? []) : part === "" ? [] : [text(part)]));
}

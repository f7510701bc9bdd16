import { i18n } from "@lingui/core";
import type { MessageId, MessageText } from "./catalogue.ts";
import type { MessageParams } from "./messageParams.ts";

type Params<Id extends MessageId> = MessageParams<MessageText<Id>>;

/** None for a message without parameters. */
type ParamsOf<Id extends MessageId> = Id extends MessageId
  ? unknown extends Params<Id>
    ? []
    : [params: { readonly [Name in keyof Params<Id>]: Params<Id>[Name] }]
  : never;

/**
 * A message of the catalogue as text, in the language that is shown now: call it while rendering, not while a module
 * loads. A message with tags is for `Message`.
 */
export function t<Id extends MessageId>(id: Id, ...[params]: ParamsOf<Id>): string {
  const values: Record<string, unknown> = { ...params };
  const kept: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    // untrusted text with "\u202E" must stay that: the library would read it as an escape
    if (typeof value === "string" && value.includes("\\")) values[name] = `\uE000${kept.push(value) - 1}\uE001`;
  }
  const text = i18n._(id, values);
  return kept.length === 0 ? text : text.replaceAll(/\uE000(\d+)\uE001/g, (_, nth: string) => kept[Number(nth)] ?? "");
}

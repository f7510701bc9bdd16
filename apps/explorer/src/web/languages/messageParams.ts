/** What messages of the catalogue contain, read by the compiler: an ICU message is text with arguments in braces. */

type Trim<Text extends string> = Text extends ` ${infer Rest}` | `\n${infer Rest}`
  ? Trim<Rest>
  : Text extends `${infer Rest} ` | `${infer Rest}\n`
    ? Trim<Rest>
    : Text;

/** The value that an argument needs, by its kind. */
type ValueOf<Kind extends string, Value> = Kind extends "plural" | "selectordinal" | "number"
  ? number
  : Kind extends "select"
    ? string
    : Value;

/** Text up to the next brace, the brace, and what follows. */
type NextBrace<Text extends string> = Text extends `${infer Before}{${infer After}`
  ? Before extends `${infer Sooner}}${infer Rest}`
    ? [Sooner, "}", `${Rest}{${After}`]
    : [Before, "{", After]
  : Text extends `${infer Before}}${infer After}`
    ? [Before, "}", After]
    : undefined;

/** Depth holds what is open: "text" of a case, or the "cases" of an argument. */
type Scan<Text extends string, Value, Depth extends readonly ("text" | "cases")[] = [], Found = unknown> =
  NextBrace<Text> extends [string, infer Brace, infer After extends string]
    ? Brace extends "}"
      ? Depth extends readonly [unknown, ...infer Outer extends readonly ("text" | "cases")[]]
        ? Scan<After, Value, Outer, Found>
        : Found
      : Depth extends readonly ["cases", ...unknown[]]
        ? Scan<After, Value, ["text", ...Depth], Found>
        : ScanArgument<After, Value, Depth, Found>
    : Found;

type ScanArgument<After extends string, Value, Depth extends readonly ("text" | "cases")[], Found> =
  NextBrace<After> extends [infer Head extends string, infer Brace, infer Rest extends string]
    ? Head extends `${infer Name},${infer Kind},${string}`
      ? Brace extends "{"
        ? Scan<`{${Rest}`, Value, ["cases", ...Depth], Found & Record<Trim<Name>, ValueOf<Trim<Kind>, Value>>>
        : Scan<Rest, Value, Depth, Found & Record<Trim<Name>, ValueOf<Trim<Kind>, Value>>>
      : Head extends `${infer Name},${infer Kind}`
        ? Scan<Rest, Value, Depth, Found & Record<Trim<Name>, ValueOf<Trim<Kind>, Value>>>
        : Scan<Rest, Value, Depth, Found & Record<Trim<Head>, Value>>
    : Found;

/**
 * The parameters of a message: `{ count: number; name: Value }` for "{count, plural, one {# of {name}} other {…}}".
 * `unknown` if it has none.
 */
export type MessageParams<Text extends string, Value = string> = Scan<Text, Value>;

/** The names of a message's tags: "site" for "On <site>{host}</site>". */
export type MessageTags<Text extends string> = Text extends `${string}</${infer Name}>${infer Rest}`
  ? Name | MessageTags<Rest>
  : never;

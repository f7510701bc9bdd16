import { equals, isList, quoted, scanList, scanObject, skipSpace, skipValue } from "./jsonBytes.ts";
import type { JsonBytes } from "./jsonBytes.ts";

/** Reads a result directly from a reply's bytes. @returns the value, and its end. */
export type ResultReader = (bytes: JsonBytes, at: number) => { value: unknown; end: number };

const RESULT = quoted("result");

/** Like JSON.parse of a JSON-RPC reply or batch, with results read by the reader. @throws SyntaxError */
export function parseReplies(bytes: JsonBytes, readResult: ResultReader): unknown {
  const start = skipSpace(bytes, 0);
  const replies: unknown[] = [];
  const visit = (at: number): number => {
    const { reply, end } = parseReply(bytes, at, readResult);
    replies.push(reply);
    return end;
  };
  const isBatch = isList(bytes, start);
  const end = isBatch ? scanList(bytes, start, visit) : visit(start);
  if (skipSpace(bytes, end) < bytes.length) throw new SyntaxError("The JSON is followed by other data");
  return isBatch ? replies : replies[0];
}

function parseReply(bytes: JsonBytes, at: number, readResult: ResultReader): { reply: object; end: number } {
  const reply: Record<string, unknown> = {};
  const end = scanObject(bytes, at, (nameAt, valueAt) => {
    if (equals(bytes, nameAt, RESULT)) {
      const result = readResult(bytes, valueAt);
      reply["result"] = result.value;
      return result.end;
    }
    const valueEnd = skipValue(bytes, valueAt);
    reply[String(parseSlice(bytes, nameAt, skipValue(bytes, nameAt)))] = parseSlice(bytes, valueAt, valueEnd);
    return valueEnd;
  });
  return { reply, end };
}

const parseSlice = (bytes: JsonBytes, from: number, to: number): unknown =>
  JSON.parse(bytes.toString("utf8", from, to));

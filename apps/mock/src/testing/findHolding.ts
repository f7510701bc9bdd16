import { findToken } from "../recorded/holdings.ts";
import { readRecording, type RecordedUser, type RecordedHolding } from "../recorded/recording.ts";

const { catalogue } = await readRecording();

/** An owner's holding of a token on eth, by its id or its symbol. */
export function findHolding(users: readonly RecordedUser[], name: string, token: string): RecordedHolding {
  const holdings = users.find((user) => user.name === name)?.holdings ?? [];
  const found = holdings.find(({ chain, id }) => {
    const { symbol } = (findToken(catalogue, chain, id) ?? {}) as { symbol?: string };
    return chain === "eth" && (id === token || symbol === token);
  });
  if (found === undefined) throw new Error(`${name} holds no ${token}`);
  return found;
}

import { serializeList, Token } from "structured-headers";
import type { ChainSurvey } from "./chainSurvey.ts";

/** The response header Portico-Chains (RFC 9651): how far the answer is true, per chain that was asked. */
export function chainsHeader({ synced, syncing, unread, unserved }: Partial<ChainSurvey>): {
  "Portico-Chains": string;
} {
  const item = (id: string, parameters: Record<string, number | true>) =>
    [new Token(id), new Map(Object.entries(parameters))] satisfies [Token, Map<string, number | true>];
  const list = [
    ...(synced ?? []).map(({ chain, blockNumber, timeAt, since }) =>
      item(chain.id, { block: Number(blockNumber), time: timeAt, ...(since > 0n && { since: Number(since) }) }),
    ),
    ...(syncing ?? []).map(({ id }) => item(id, { syncing: true })),
    ...(unread ?? []).map(({ id }) => item(id, { unread: true })),
    ...(unserved ?? []).map(({ id }) => item(id, { unserved: true })),
  ];
  return { "Portico-Chains": serializeList(list) };
}

import { unwrap, type UserToken } from "@portico/client";
import { isDeepStrictEqual } from "node:util";
import type { RunningService } from "./runService.ts";

/** Observations of consecutive requests while the chain advances. */
export interface Agreement {
  /** Rounds in which the list was the same before and after the other requests, and so during them. */
  settled: number;
  /** All rounds. */
  rounds: number;
  /** Number of distinct blocks of settled rounds. */
  blocks: number;
  /** Number of distinct values of the owner. */
  worths: number;
  /** Descriptions of contradicting responses at one block. */
  differences: string[];
}

/** Repeatedly requests an owner's holdings on a chain in every way, until `work` is done. */
export async function watchAgreement(
  service: RunningService,
  { id, chain }: { id: string; chain: string },
  work: Promise<unknown>,
): Promise<Agreement> {
  const seen = { settled: 0, rounds: 0, differences: [] as string[] };
  const [blocks, worths] = [new Set<string>(), new Set<number>()];
  const over = new AbortController();
  const done = work.finally(() => over.abort());
  while (!over.signal.aborted) {
    const { before, after, ...answers } = await readAll(service, id, chain);
    seen.rounds += 1;
    if (!isDeepStrictEqual(before, after)) continue;
    seen.settled += 1;
    const usd = sumDown(before.tokens);
    blocks.add(before.block);
    worths.add(usd);
    for (const [name, { block, values }] of Object.entries(answers)) {
      const others = values.filter((value) => value !== usd);
      if (block === before.block && others.length > 0) {
        seen.differences.push(`${block}: the list is worth ${usd}, but ${others.join(", ")} by ${name}`);
      }
    }
  }
  await done;
  return { ...seen, blocks: blocks.size, worths: worths.size };
}

const sumDown = (tokens: readonly UserToken[]): number =>
  tokens
    .map(({ usd_value }) => usd_value ?? NaN)
    .toSorted((a, b) => b - a)
    .reduce((sum, value) => sum + value, 0);

async function readAll({ client }: RunningService, id: string, chain: string) {
  const params = { params: { query: { id, chain_id: chain } } };
  const find = ({ headers }: Response) =>
    (headers.get("portico-chains") ?? "").split(", ").find((item) => item.startsWith(`${chain};`)) ?? "";
  const readList = async () => {
    const { data: tokens = [], response } = await client.GET("/v1/user/token_list", params);
    return { tokens, block: find(response) };
  };
  const before = await readList();
  const balance = await client.GET("/v1/user/chain_balance", params);
  const total = await client.GET("/v1/user/total_balance", { params: { query: { id } } });
  const curve = await client.GET("/v1/user/chain_net_curve", params);
  const after = await readList();
  const ofChain = total.data?.chain_list.find((one) => one.id === chain);
  const points = await unwrap(Promise.resolve(curve));
  return {
    before,
    after,
    chain_balance: { block: find(balance.response), values: [balance.data?.usd_value] },
    total_balance: { block: find(total.response), values: [ofChain?.usd_value] },
    chain_net_curve: { block: find(curve.response), values: [points.usd_value, points.usd_value_list.at(-1)?.[1]] },
  };
}

import { unwrap } from "@portico/client";
import type { Token } from "@portico/client";
import { type Address, type Hex, hexToString, numberToHex, trim } from "viem";
import { type ChainTruth, toWhole } from "./chainTruth.ts";
import { type Comparison, createCollector } from "./comparison.ts";
import { isGrowing } from "./isGrowing.ts";
import type { RunningService } from "./runService.ts";

/** Longer texts are truncated. */
const TEXT_MAX = 256;

interface TokenData {
  name: string | null;
  symbol: string | null;
  decimals: number | null;
  /** Whole tokens; null if the decimals are unknown. */
  totalSupply: number | null;
  /** Of the creation. */
  timeAt: number;
}

/** Metadata, supply and creation time of every token with a transfer. */
export async function compareTokens(
  { client }: RunningService,
  truths: ReadonlyMap<string, ChainTruth>,
): Promise<Comparison> {
  const collector = createCollector();
  for (const [chain, truth] of truths) {
    const tokens = await readTokens(truth);
    for (const token of truth.tokens) {
      const answer = await unwrap(client.GET("/v1/token", { params: { query: { chain_id: chain, id: token } } }));
      const theirs = tokens.get(token);
      for (const [field, value] of Object.entries(describe(answer))) {
        if (field === "totalSupply" && isGrowing(token)) continue;
        collector.compare(`${chain} ${token} ${field}`, value, theirs?.[field as keyof TokenData]);
      }
    }
  }
  return collector.finish();
}

const describe = ({ name, symbol, decimals, total_supply, time_at }: Token): TokenData => ({
  name,
  symbol,
  decimals,
  totalSupply: total_supply ?? null,
  timeAt: time_at,
});

async function readTokens(truth: ChainTruth): Promise<ReadonlyMap<Address, TokenData>> {
  const { tokens } = truth;
  const calls = tokens.map((to) => ({ to }));
  const [names, symbols] = [await readTexts(truth, "name", tokens), await readTexts(truth, "symbol", tokens)];
  const decimals = await truth.read<bigint>("decimals", calls);
  const supplies = await truth.read<bigint>("totalSupply", calls);
  const entries = tokens.map(async (token, index): Promise<[Address, TokenData]> => {
    const [value, supply] = [decimals[index], supplies[index]];
    const hasDecimals = value !== undefined && value <= 255n;
    const created = truth.history.creations.get(token)?.timeAt ?? (await findCreation(truth, token));
    return [
      token,
      {
        name: names[index] ?? null,
        symbol: symbols[index] ?? null,
        decimals: hasDecimals ? Number(value) : null,
        totalSupply: hasDecimals && supply !== undefined ? toWhole(supply, Number(value)) : null,
        timeAt: created,
      },
    ];
  });
  return new Map(await Promise.all(entries));
}

/** Strings, or bytes32 as Maker's tokens have. */
async function readTexts(
  truth: ChainTruth,
  name: "name" | "symbol",
  tokens: readonly Address[],
): Promise<(string | undefined)[]> {
  const texts = await truth.read<string>(
    name,
    tokens.map((to) => ({ to })),
  );
  const selector: Hex = name === "name" ? "0x06fdde03" : "0x95d89b41";
  const raw = await truth.reader.callMany(tokens.map((to) => ({ to, data: selector })));
  return tokens.map((_, index) => {
    const data = raw[index];
    const text = data?.length === 66 ? hexToString(trim(data, { dir: "right" })) : texts[index];
    return text?.slice(0, TEXT_MAX);
  });
}

/** The time of the first block with code, if no transaction shows the creation; 0 if there is none. */
async function findCreation({ reader }: ChainTruth, token: Address): Promise<number> {
  const hasCode = async (block: number) =>
    (await reader.request<Hex>("eth_getCode", [token, numberToHex(block)])) !== "0x";
  let [low, high] = [0, Number(await reader.request<Hex>("eth_blockNumber"))];
  if (!(await hasCode(high))) return 0;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await hasCode(middle)) high = middle;
    else low = middle + 1;
  }
  const { timestamp } = await reader.request<{ timestamp: Hex }>("eth_getBlockByNumber", [numberToHex(low), false]);
  return Number(timestamp);
}

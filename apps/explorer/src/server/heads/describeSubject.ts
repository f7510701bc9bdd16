import { formatUsd, shortAddress } from "@portico/client";
import type { NftCollection, Protocol, Token, UserHistory } from "@portico/contract";
import { findChain } from "@portico/evm";
import type { Store } from "@portico/store";
import type { PageHead } from "@portico/ui/server";
import type { DataApi } from "../dataApi.ts";
import { findBlockFacts } from "../facts/blockFacts.ts";
import { findTransactionFacts } from "../facts/transactionFacts.ts";
import { readDataApi } from "../readDataApi.ts";
import { BLOCK, CHAIN, CONTRACT, HASH, PROTOCOL, TOKEN } from "../subjectIds.ts";
import { head, missing } from "./head.ts";
import { plainName } from "./plainName.ts";

/** What the head of a page is read from. */
export interface HeadSources {
  readonly db: Store;
  readonly api: DataApi;
  /** Counts the owner whose history is read. Rejects with ServiceError rate_limited. */
  readonly countOwner: (owner: string) => Promise<void>;
}

type Describe = (sources: HeadSources, ids: readonly [string, string]) => Promise<PageHead>;

const nameChain = (slug: string): string => findChain(slug)?.name ?? slug;
const MAX_SENTENCE = 200;

const describeToken: Describe = async ({ api }, [chain, id]) => {
  const path = `/token/${chain}/${id}`;
  if (!CHAIN.test(chain) || !TOKEN.test(id)) return missing("No such token", path);
  const answer = await readDataApi<Token>(api, "/v1/token", { chain_id: chain, id });
  if (answer === undefined) return missing("No such token", path);
  const { optimized_symbol: symbol, name, price, is_verified: isVerified } = answer.data;
  const title = plainName(symbol) || shortAddress(id);
  const worth = price > 0 ? `One costs ${formatUsd(price)}. ` : "";
  const standing = isVerified ? "" : "It is on no trusted token list. ";
  const what = `${title}, ${plainName(name) || "a token"}, on ${nameChain(chain)}. `;
  return head(`${title} on ${nameChain(chain)}`, `${what}${worth}${standing}Price, holders, supply and risks.`, path);
};

const describeProtocol: Describe = async ({ api }, [id]) => {
  const path = `/protocol/${id}`;
  if (!PROTOCOL.test(id)) return missing("No such protocol", path);
  const answer = await readDataApi<Protocol>(api, "/v1/protocol", { id });
  if (answer === undefined) return missing("No such protocol", path);
  const { name, chain, tvl } = answer.data;
  const title = plainName(name) || id;
  const deposits = tvl > 0 ? `${formatUsd(tvl, { isCompact: true })} are deposited in it. ` : "";
  return head(
    `${title} on ${nameChain(chain)}`,
    `${title} on ${nameChain(chain)}. ${deposits}Pools, depositors and chains.`,
    path,
  );
};

const describeCollection: Describe = async ({ api }, [chain, id]) => {
  const path = `/collection/${chain}/${id}`;
  if (!CHAIN.test(chain) || !CONTRACT.test(id)) return missing("No such collection", path);
  const query = { chain_id: chain, id: `${chain}:${id}` };
  const answer = await readDataApi<readonly NftCollection[]>(api, "/cloud/collection", query);
  const found = answer?.data[0];
  if (found === undefined) return missing("No such collection", path);
  const title = plainName(found.name) || shortAddress(id);
  return head(`${title} on ${nameChain(chain)}`, `The NFTs of ${title}, a collection on ${nameChain(chain)}.`, path);
};

const describeTransaction: Describe = async ({ db, api, countOwner }, [chain, hash]) => {
  const path = `/tx/${chain}/${hash}`;
  const facts = CHAIN.test(chain) && HASH.test(hash) ? await findTransactionFacts(db, chain, hash) : undefined;
  if (facts === undefined) return missing("No such transaction", path);
  const where = `in block ${facts.block_height.toLocaleString("en")} of ${nameChain(chain)}, ${dateOf(facts.time_at)}`;
  const summary = await findSummary({ api, countOwner }, facts).catch(() => undefined);
  const told = summary === undefined ? "" : `${summary}${facts.status === 0 ? ", but it failed" : ""}: `;
  return head(`Transaction ${shortAddress(hash)}`, `${told}transaction ${hash} ${where}.`, path);
};

/** The sentence that the history of its sender has for it. */
async function findSummary(
  { api, countOwner }: Pick<HeadSources, "api" | "countOwner">,
  {
    chain,
    id,
    from_addr: sender,
    time_at: timeAt,
  }: { chain: string; id: string; from_addr: string | null; time_at: number },
): Promise<string | undefined> {
  if (sender === null) return undefined;
  await countOwner(sender);
  const query = { id: sender, chain_id: chain, start_time: String(timeAt + 1), page_count: "1" };
  const answer = await readDataApi<readonly UserHistory[]>(api, "/v1/user/history_list", query);
  const item = answer?.data[0]?.history_list.find((one) => one.id === id);
  return plainName(item?.summary, MAX_SENTENCE) || undefined;
}

const describeBlock: Describe = async ({ db }, [chain, number]) => {
  const path = `/block/${chain}/${number}`;
  const isPossible = CHAIN.test(chain) && BLOCK.test(number);
  const facts = isPossible ? await findBlockFacts(db, chain, { number: BigInt(number) }) : undefined;
  if (facts === undefined) return missing("No such block", path);
  const title = `Block ${facts.number.toLocaleString("en")} of ${nameChain(chain)}`;
  return head(title, `${title}, mined ${dateOf(facts.time_at)}, and its transactions.`, path);
};

const DATE = new Intl.DateTimeFormat("en", {
  dateStyle: "medium",
  timeStyle: "short",
  hourCycle: "h23",
  timeZone: "UTC",
});
const dateOf = (timeAt: number): string => `${DATE.format(timeAt * 1000)} UTC`;

/** By the first part of the path. */
export const SUBJECTS: ReadonlyMap<string, Describe> = new Map([
  ["token", describeToken],
  ["protocol", describeProtocol],
  ["collection", describeCollection],
  ["tx", describeTransaction],
  ["block", describeBlock],
]);

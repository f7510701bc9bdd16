import { type Token, unwrap, type UserToken } from "@portico/client";
import { type Comparison, createCollector } from "./comparison.ts";
import type { RunningService } from "./runService.ts";
import { toMark, toTokenId, type ValueTruth } from "./valueTruth.ts";

const DAY = 86_400;
const IDS_AT_ONCE = 100;

/** Current token prices and those a day ago, in every response that contains a price. */
export async function comparePrices(
  service: RunningService,
  truths: ReadonlyMap<string, ValueTruth>,
): Promise<Comparison> {
  const { compare, compareNear, finish } = createCollector();
  for (const truth of truths.values()) {
    const { chain, past, prices, priceAt, tokens } = truth;
    const timeAt = past.blocks.at(-1)?.timeAt ?? 0;
    const listed = await listByIds(service, truth);
    for (const { address } of tokens) {
      const id = toTokenId(chain, address);
      const name = `${chain.slug} ${id}`;
      const token = await unwrap(service.client.GET("/v1/token", { params: { query: { chain_id: chain.slug, id } } }));
      compare(`${name} by ids`, listed.get(id), token);
      const { price, price_at: priceTime, price_24h_change: change } = token;
      const read = prices.find(address, timeAt);
      if (read !== undefined) compareNear(`${name} price`, price, read);
      compare(`${name} price_at`, priceTime === null, price === 0);
      const round = prices.findRound(address);
      if (price > 0 && round !== undefined) compare(`${name} price_at`, priceTime, round);
      compare(
        `${name} price_at is of the day`,
        (priceTime ?? timeAt) <= timeAt && (priceTime ?? timeAt) > timeAt - DAY,
        true,
      );
      const before = priceAt(address, toMark(timeAt - DAY));
      const isKnown = price > 0 && before > 0;
      compare(`${name} has price_24h_change`, change !== null, isKnown);
      if (isKnown) compareNear(`${name} price_24h_change`, (change ?? NaN) + 1, price / before);
    }
    await compareHeld(service, listed, chain.slug, compare);
  }
  return finish();
}

async function listByIds({ client }: RunningService, { chain, tokens }: ValueTruth): Promise<Map<string, Token>> {
  const ids = tokens.map(({ address }) => toTokenId(chain, address));
  const listed = new Map<string, Token>();
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const query = { chain_id: chain.slug, ids: ids.slice(at, at + IDS_AT_ONCE) };
    const page = await unwrap(client.GET("/v1/token/list_by_ids", { params: { query } }));
    for (const token of page) listed.set(token.id, token);
  }
  return listed;
}

/** In the token and approval lists of all owners. */
async function compareHeld(
  { devnet, client }: RunningService,
  listed: ReadonlyMap<string, Token>,
  chain: string,
  compare: (what: string, ours: unknown, theirs: unknown) => void,
): Promise<void> {
  for (const id of devnet.users) {
    const query = { id, chain_id: chain };
    for (const token of await unwrap(client.GET("/v1/user/token_list", { params: { query } }))) {
      compare(`${chain} ${token.id} of ${id}`, withoutAmount(token), listed.get(token.id));
    }
    const approved = await unwrap(client.GET("/v1/user/token_authorized_list", { params: { query } }));
    for (const token of approved) {
      const name = `${chain} ${token.id} approved by ${id}`;
      compare(`${name}: the coin's price`, token.price, listed.get(chain)?.price);
      compare(
        `${name}: exposure`,
        token.sum_exposure_usd,
        token.exposure_balance * (listed.get(token.id)?.price ?? NaN),
      );
    }
  }
}

const OF_OWNER = new Set(["amount", "raw_amount", "raw_amount_str", "raw_amount_hex_str", "usd_value"]);
const withoutAmount = (token: UserToken) =>
  Object.fromEntries(Object.entries(token).filter(([field]) => !OF_OWNER.has(field)));

import { ServiceError } from "@portico/server/errors";
import {
  findText,
  getText,
  listAsked,
  requireServed,
  tellOfChain,
  tellOfChains,
  type Answering,
  type Ask,
  type Told,
} from "./ask.ts";
import { findToken } from "./holdings.ts";
import { tellName } from "./names.ts";
import { listServed, writeChains } from "./reach.ts";
import { parseTokenId } from "./tokenId.ts";

/** Maximum ids per request, and maximum holders per response. */
const LIMIT = 100;

const tokenOf = (ask: Ask, chain: string, name = "id"): string =>
  parseTokenId(ask.recording.catalogue, chain, getText(ask, name));

const tellChain: Answering = (ask) => {
  const chain = ask.recording.catalogue.chains.find(({ id }) => id === findText(ask, "id"));
  return chain && { body: chain, chains: writeChains(ask, [chain.id]) };
};

const tellProtocol: Answering = (ask) => {
  const protocol = ask.recording.catalogue.protocols.find(({ id }) => id === findText(ask, "id"));
  return protocol && { body: protocol, chains: writeChains(ask, [protocol.chain]) };
};

const tellPool: Answering = (ask) => {
  const [id, chain] = [getText(ask, "id").toLowerCase(), requireServed(ask, getText(ask, "chain_id"))];
  const pool = ask.recording.catalogue.pools.find((one) => one.chain === chain && one.pool_id === id);
  return pool && { body: pool, chains: writeChains(ask, [chain]) };
};

const tellToken: Answering = (ask) =>
  tellOfChain(ask, (chain) => {
    const id = tokenOf(ask, chain);
    const token = findToken(ask.recording.catalogue, chain, id);
    if (token === undefined) throw new ServiceError("token_not_found", `No token '${id}' is known on '${chain}'`);
    return token;
  });

const tellTokens: Answering = (ask) =>
  tellOfChain(ask, (chain) => {
    const ids = new Set(
      getText(ask, "ids")
        .split(",")
        .map((id) => parseTokenId(ask.recording.catalogue, chain, id)),
    );
    return [...ids].flatMap((id) => findToken(ask.recording.catalogue, chain, id) ?? []);
  });

/** Undefined if the value of a known token was not recorded. */
function tellOfToken(ask: Ask, find: (chain: string, id: string) => unknown): Told | undefined {
  const told = tellToken(ask);
  const chain = getText(ask, "chain_id");
  const body = find(chain, tokenOf(ask, chain));
  return told && body !== undefined ? { ...told, body } : undefined;
}

const tellHolders: Answering = (ask) =>
  tellOfToken(ask, (chain, id) => {
    const all = ask.recording.catalogue.holders[chain]?.[id];
    return all && cut(ask, all);
  });

const tellPrice: Answering = (ask) =>
  tellOfToken(ask, (chain, id) => {
    const price = ask.recording.catalogue.prices[chain]?.[id]?.[getText(ask, "date_at")];
    return price === undefined ? undefined : { price };
  });

function cut<Item>(ask: Ask, items: readonly Item[]): readonly Item[] {
  const start = Number(findText(ask, "start") ?? 0);
  return items.slice(start, start + Number(findText(ask, "limit") ?? LIMIT));
}

const tellGas: Answering = (ask) =>
  tellOfChain(ask, (chain) => {
    const levels = ask.recording.catalogue.gas[chain] ?? [];
    const price = Math.floor(Number(findText(ask, "custom_price") ?? 0)); // wei: fractions are dropped
    const [normal] = levels;
    if (price === 0 || normal === undefined) return levels;
    const tip = price - (normal.base_fee ?? 0);
    const seconds = tip >= (normal.priority_price ?? 0) ? normal.estimated_seconds : null;
    const paid = normal.base_fee === null ? null : Math.max(0, tip);
    return [...levels, { ...normal, level: "custom", price, priority_price: paid, estimated_seconds: seconds }];
  });

/** A page of a list per chain, of one chain or all, of one entry or all. */
function tellCloud<Item extends { id: string; chain: string }>(ask: Ask, items: readonly Item[]): Told {
  const only = findText(ask, "chain_id");
  if (only !== undefined) requireServed(ask, only);
  const served = listServed(ask);
  const id = findText(ask, "id");
  const isShown = (item: Item) =>
    served.includes(item.chain) && item.chain === (only ?? item.chain) && item.id === (id?.toLowerCase() ?? item.id);
  const chains = writeChains(ask, only === undefined ? listAsked(ask) : [only]);
  return { body: cut(ask, items.filter(isShown).toSorted(byChain)), chains };
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const byId = (a: { id: string }, b: { id: string }): number => compare(a.id, b.id);

const byChain = (a: { chain: string }, b: { chain: string }): number => compare(a.chain, b.chain);

const listed = (ask: Ask) => ask.recording.catalogue.tokens.flatMap(({ isListed, token }) => (isListed ? token : []));

/** Responses about everything except owners, by operation. */
export const catalogueAnswers: Readonly<Record<string, Answering>> = {
  getChain: tellChain,
  getChainList: (ask) => tellOfChains(ask, () => ask.recording.catalogue.chains),
  getChainStatus: (ask) =>
    tellOfChains(ask, (isShown) => ask.recording.catalogue.statuses.filter(({ id }) => isShown({ chain: id }))),
  getAppProtocolList: ({ recording }) => ({ body: recording.catalogue.apps }),
  getProtocol: tellProtocol,
  getProtocolAllList: (ask) => tellOfChains(ask, (isShown) => ask.recording.catalogue.protocols.filter(isShown)),
  getProtocolList: (ask) =>
    tellOfChain(ask, (slug) => ask.recording.catalogue.protocols.filter(({ chain }) => chain === slug)),
  getPool: tellPool,
  getToken: tellToken,
  getTokenListByIds: tellTokens,
  getTokenTopHolders: tellHolders,
  getTokenHistoryPrice: tellPrice,
  getName: tellName,
  getWalletGasMarket: tellGas,
  getCloudChainList: (ask) =>
    tellOfChains(ask, () =>
      ask.recording.catalogue.chains.filter(({ id }) => id === (findText(ask, "id") ?? id)).toSorted(byId),
    ),
  getCloudCollection: (ask) => tellCloud(ask, Object.values(ask.recording.catalogue.collections).flat()),
  getCloudContract: (ask) => tellCloud(ask, Object.values(ask.recording.catalogue.contracts).flat()),
  getCloudProtocolList: (ask) => tellCloud(ask, ask.recording.catalogue.protocols.toSorted(byId)),
  getCloudToken: (ask) => tellCloud(ask, listed(ask)),
};

import { ServiceError } from "@portico/server/errors";
import {
  findText,
  getText,
  listRequestedChains,
  requireServed,
  replyForChain,
  replyForChains,
  type RecordedHandler,
  type RecordedRequest,
  type RecordedReply,
} from "./recordedRequest.ts";
import { findToken } from "./holdings.ts";
import { serveName } from "./names.ts";
import { listServed, writeChains } from "./syncStatus.ts";
import { parseTokenId } from "./tokenId.ts";

/** Maximum ids per request, and maximum holders per response. */
const LIMIT = 100;

const tokenOf = (request: RecordedRequest, chain: string, name = "id"): string =>
  parseTokenId(request.recording.catalogue, chain, getText(request, name));

const serveChain: RecordedHandler = (request) => {
  const chain = request.recording.catalogue.chains.find(({ id }) => id === findText(request, "id"));
  return chain && { body: chain, chains: writeChains(request, [chain.id]) };
};

const serveProtocol: RecordedHandler = (request) => {
  const protocol = request.recording.catalogue.protocols.find(({ id }) => id === findText(request, "id"));
  return protocol && { body: protocol, chains: writeChains(request, [protocol.chain]) };
};

const servePool: RecordedHandler = (request) => {
  const [id, chain] = [getText(request, "id").toLowerCase(), requireServed(request, getText(request, "chain_id"))];
  const pool = request.recording.catalogue.pools.find((one) => one.chain === chain && one.pool_id === id);
  return pool && { body: pool, chains: writeChains(request, [chain]) };
};

const serveToken: RecordedHandler = (request) =>
  replyForChain(request, (chain) => {
    const id = tokenOf(request, chain);
    const token = findToken(request.recording.catalogue, chain, id);
    if (token === undefined) throw new ServiceError("token_not_found", `Unknown token '${id}' on '${chain}'`);
    return token;
  });

const serveTokens: RecordedHandler = (request) =>
  replyForChain(request, (chain) => {
    const ids = new Set(
      getText(request, "ids")
        .split(",")
        .map((id) => parseTokenId(request.recording.catalogue, chain, id)),
    );
    return [...ids].flatMap((id) => findToken(request.recording.catalogue, chain, id) ?? []);
  });

/** Undefined if the value of a known token was not recorded. */
function replyForToken(
  request: RecordedRequest,
  find: (chain: string, id: string) => unknown,
): RecordedReply | undefined {
  const reply = serveToken(request);
  const chain = getText(request, "chain_id");
  const body = find(chain, tokenOf(request, chain));
  return reply && body !== undefined ? { ...reply, body } : undefined;
}

const serveHolders: RecordedHandler = (request) =>
  replyForToken(request, (chain, id) => {
    const all = request.recording.catalogue.holders[chain]?.[id];
    return all && cut(request, all);
  });

const servePrice: RecordedHandler = (request) =>
  replyForToken(request, (chain, id) => {
    const price = request.recording.catalogue.prices[chain]?.[id]?.[getText(request, "date_at")];
    return price === undefined ? undefined : { price };
  });

function cut<Item>(request: RecordedRequest, items: readonly Item[]): readonly Item[] {
  const start = Number(findText(request, "start") ?? 0);
  return items.slice(start, start + Number(findText(request, "limit") ?? LIMIT));
}

const serveGas: RecordedHandler = (request) =>
  replyForChain(request, (chain) => {
    const levels = request.recording.catalogue.gas[chain] ?? [];
    const price = Math.floor(Number(findText(request, "custom_price") ?? 0)); // wei: fractions are dropped
    const [normal] = levels;
    if (price === 0 || normal === undefined) return levels;
    const tip = price - (normal.base_fee ?? 0);
    const seconds = tip >= (normal.priority_price ?? 0) ? normal.estimated_seconds : null;
    const paid = normal.base_fee === null ? null : Math.max(0, tip);
    return [...levels, { ...normal, level: "custom", price, priority_price: paid, estimated_seconds: seconds }];
  });

/** A page of a list per chain, of one chain or all, of one entry or all. */
function serveCloud<Item extends { id: string; chain: string }>(
  request: RecordedRequest,
  items: readonly Item[],
): RecordedReply {
  const only = findText(request, "chain_id");
  if (only !== undefined) requireServed(request, only);
  const served = listServed(request);
  const id = findText(request, "id");
  const isShown = (item: Item) =>
    served.includes(item.chain) && item.chain === (only ?? item.chain) && item.id === (id?.toLowerCase() ?? item.id);
  const chains = writeChains(request, only === undefined ? listRequestedChains(request) : [only]);
  return { body: cut(request, items.filter(isShown).toSorted(byChain)), chains };
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const byId = (a: { id: string }, b: { id: string }): number => compare(a.id, b.id);

const byChain = (a: { chain: string }, b: { chain: string }): number => compare(a.chain, b.chain);

const listed = (request: RecordedRequest) =>
  request.recording.catalogue.tokens.flatMap(({ isListed, token }) => (isListed ? token : []));

/** Responses about everything except owners, by operation. */
export const catalogueAnswers: Readonly<Record<string, RecordedHandler>> = {
  getChain: serveChain,
  getChainList: (request) => replyForChains(request, () => request.recording.catalogue.chains),
  getChainStatus: (request) =>
    replyForChains(request, (isShown) =>
      request.recording.catalogue.statuses.filter(({ id }) => isShown({ chain: id })),
    ),
  getAppProtocolList: ({ recording }) => ({ body: recording.catalogue.apps }),
  getProtocol: serveProtocol,
  getProtocolAllList: (request) =>
    replyForChains(request, (isShown) => request.recording.catalogue.protocols.filter(isShown)),
  getProtocolList: (request) =>
    replyForChain(request, (slug) => request.recording.catalogue.protocols.filter(({ chain }) => chain === slug)),
  getPool: servePool,
  getToken: serveToken,
  getTokenListByIds: serveTokens,
  getTokenTopHolders: serveHolders,
  getTokenHistoryPrice: servePrice,
  getName: serveName,
  getWalletGasMarket: serveGas,
  getCloudChainList: (request) =>
    replyForChains(request, () =>
      request.recording.catalogue.chains.filter(({ id }) => id === (findText(request, "id") ?? id)).toSorted(byId),
    ),
  getCloudCollection: (request) => serveCloud(request, Object.values(request.recording.catalogue.collections).flat()),
  getCloudContract: (request) => serveCloud(request, Object.values(request.recording.catalogue.contracts).flat()),
  getCloudProtocolList: (request) => serveCloud(request, request.recording.catalogue.protocols.toSorted(byId)),
  getCloudToken: (request) => serveCloud(request, listed(request)),
};

import { quote, ServiceError } from "@portico/server/errors";
import {
  findText,
  getText,
  listRequestedChains,
  requireAnyReady,
  requireServed,
  replyForChain,
  replyForReadyChains,
  type RecordedHandler,
  type RecordedRequest,
} from "./recordedRequest.ts";
import { sumCurves } from "./curves.ts";
import { serveHistory } from "./historyPage.ts";
import { findToken, sumNet, toHoldingResponse } from "./holdings.ts";
import { toProfitResponse } from "./profits.ts";
import { listServed, writeChains } from "./syncStatus.ts";
import type { CurveDays, RecordedUser } from "./recording.ts";
import { parseTokenId } from "./tokenId.ts";

type Filter = (one: { chain: string }) => boolean;

const isOn =
  (chain: string): Filter =>
  (one) =>
    one.chain === chain;

const isAll = (request: RecordedRequest): boolean => findText(request, "is_all") !== "false";

/** The holdings that are shown, without derived ones if the request says so. */
export const toTokensResponse = (
  request: RecordedRequest,
  isShown: (holding: RecordedUser["holdings"][number]) => boolean,
): object[] =>
  request.user.holdings
    .filter((holding) => isShown(holding) && (isAll(request) || !holding.isDerived))
    .map((holding) => toHoldingResponse(request.recording.catalogue, holding));

const toNftsResponse = (request: RecordedRequest, isShown: Filter): object[] =>
  request.user.nfts.filter((nft) => isShown(nft) && (isAll(request) || nft.collection?.is_verified === true));

const toSimple = ({ portfolio_item_list: _items, ...protocol }: RecordedUser["protocols"][number]): object => protocol;

const daysOf = (request: RecordedRequest): CurveDays =>
  ["1", undefined].includes(findText(request, "days")) ? "1" : "7";

function toTotalResponse(request: RecordedRequest): object {
  const { user, recording, faults } = request;
  const served = listServed(request);
  const list = recording.catalogue.chains
    .filter(({ id }) => served.includes(id))
    .map((chain) => ({ ...chain, usd_value: sumNet(user, chain.id) }));
  return {
    total_usd_value: list.reduce((sum, { usd_value }) => sum + usd_value, 0),
    chain_list: list,
    ...(faults.size > 0 && { err_chain_ids: [...faults.keys()] }),
  };
}

function toUsedResponse(request: RecordedRequest): object[] {
  const { bornAt } = request.user;
  const served = listServed(request);
  return request.recording.catalogue.chains
    .filter(({ id }) => served.includes(id) && Object.hasOwn(bornAt, id))
    .map((chain) => ({ ...chain, born_at: bornAt[chain.id] ?? null }));
}

const UNCHECKED = { native_status: "unchecked", native_since: null };

/** No residual was recorded. */
function toLedgerResponse(request: RecordedRequest, isShown: Filter): object[] {
  return listServed(request)
    .filter((chain) => isShown({ chain }))
    .map((chain) => ({ chain, status: "closed", ...UNCHECKED, residuals: [], is_truncated: false }));
}

function toTokenResponse(request: RecordedRequest, chain: string): object {
  const { catalogue } = request.recording;
  const id = parseTokenId(catalogue, chain, getText(request, "token_id"));
  const held = request.user.holdings.find((holding) => holding.chain === chain && holding.id === id);
  if (held === undefined && findToken(catalogue, chain, id) === undefined) {
    throw new ServiceError("token_not_found", `Unknown token '${id}' on '${chain}'`);
  }
  return toHoldingResponse(catalogue, held ?? { chain, id, amount: 0, digits: "0", usdValue: 0, isDerived: false });
}

const serveProtocol: RecordedHandler = (request) => {
  const id = getText(request, "protocol_id");
  const known = request.recording.catalogue.protocols.find((protocol) => protocol.id === id);
  if (known === undefined) throw new ServiceError("protocol_not_found", `Unknown protocol ${quote(id)}`);
  const slugs = listOnly(request) ?? [known.chain];
  if (!slugs.includes(known.chain)) return { body: [], chains: writeChains(request, slugs) };
  requireServed(request, known.chain);
  return { body: request.user.protocols.filter((protocol) => protocol.id === id), chains: writeChains(request, slugs) };
};

/** Applications have no chain; their data is read on some. */
const serveApps: RecordedHandler = (request) => {
  const { appChains } = request.recording.catalogue;
  const slugs = listOnly(request) ?? appChains;
  const supported = appChains.filter((chain) => slugs.includes(chain));
  requireAnyReady(request, supported);
  const isKnown = supported.some((chain) => !request.faults.has(chain));
  return { body: isKnown ? request.user.apps : [], chains: writeChains(request, slugs) };
};

/** The requested chains, if the request names any. */
const listOnly = (request: RecordedRequest): string[] | undefined =>
  findText(request, "chain_ids") === undefined ? undefined : listRequestedChains(request);

/** Every recorded owner is a person with an account of their own. */
const PERSON = { is_contract: false, name: "", is_token: false, is_verified: false, protocol: null, delegate: null };

/** By operation, for the given or signed-in address. */
export const userAnswers: Readonly<Record<string, RecordedHandler>> = {
  getUserTotalBalance: (request) => replyForReadyChains(request, () => toTotalResponse(request)),
  getUserChainBalance: (request) => replyForChain(request, (chain) => ({ usd_value: sumNet(request.user, chain) })),
  getUserUsedChainList: (request) => replyForReadyChains(request, () => toUsedResponse(request)),
  getUserCodeList: (request) =>
    replyForReadyChains(request, (isShown) =>
      request.recording.catalogue.reaches.filter(isShown).map(({ chain }) => ({ chain, ...PERSON })),
    ),
  getUserToken: (request) => replyForChain(request, (chain) => toTokenResponse(request, chain)),
  getUserTokenList: (request) => replyForChain(request, (chain) => toTokensResponse(request, isOn(chain))),
  getUserAllTokenList: (request) => replyForReadyChains(request, (isShown) => toTokensResponse(request, isShown)),
  getUserNftList: (request) => replyForChain(request, (chain) => toNftsResponse(request, isOn(chain))),
  getUserAllNftList: (request) => replyForReadyChains(request, (isShown) => toNftsResponse(request, isShown)),
  getUserTokenAuthorizedList: (request) => replyForChain(request, (chain) => request.user.tokenApprovals[chain] ?? []),
  getUserNftAuthorizedList: (request) =>
    replyForChain(request, (chain) => request.user.nftApprovals[chain] ?? [{ tokens: [], contracts: [], total: "0" }]),
  getUserComplexProtocolList: (request) =>
    replyForChain(request, (chain) => request.user.protocols.filter(isOn(chain))),
  getUserAllComplexProtocolList: (request) =>
    replyForReadyChains(request, (isShown) => request.user.protocols.filter(isShown)),
  getUserSimpleProtocolList: (request) =>
    replyForChain(request, (chain) => request.user.protocols.filter(isOn(chain)).map(toSimple)),
  getUserAllSimpleProtocolList: (request) =>
    replyForReadyChains(request, (isShown) => request.user.protocols.filter(isShown).map(toSimple)),
  getUserProtocol: serveProtocol,
  getUserComplexAppList: serveApps,
  getUserLedger: (request) => replyForReadyChains(request, (isShown) => toLedgerResponse(request, isShown)),
  getUserProfitList: (request) =>
    replyForReadyChains(request, (isShown) =>
      request.user.holdings
        .filter((holding) => isShown(holding) && !holding.isDerived)
        .flatMap((holding) => toProfitResponse(request.recording.catalogue, holding)),
    ),
  getUserHistoryList: serveHistory,
  getUserAllHistoryList: serveHistory,
  getUserChainNetCurve: (request) =>
    replyForChain(request, (chain) => sumCurves(request.user, daysOf(request), isOn(chain))),
  getUserTotalNetCurve: (request) =>
    replyForReadyChains(request, (isShown) => sumCurves(request.user, daysOf(request), isShown)),
};

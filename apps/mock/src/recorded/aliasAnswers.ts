import {
  findText,
  getText,
  replyForChain,
  replyForReadyChains,
  requireServed,
  type RecordedHandler,
  type RecordedReply,
  type RecordedRequest,
} from "./recordedRequest.ts";
import { catalogueAnswers } from "./catalogueAnswers.ts";
import { findToken, toHoldingResponse } from "./holdings.ts";
import { writeChains } from "./syncStatus.ts";
import { parseTokenId } from "./tokenId.ts";
import { toTokensResponse, userAnswers } from "./userAnswers.ts";

/** The chain of the request, or all. */
const replyForOneOrAll = (
  request: RecordedRequest,
  body: (isShown: (one: { chain: string }) => boolean) => unknown,
): RecordedReply =>
  findText(request, "chain_id") === undefined
    ? replyForReadyChains(request, body)
    : replyForChain(request, (slug) => body(({ chain }) => chain === slug));

const serveTokens: RecordedHandler = (request) =>
  replyForOneOrAll(request, (isShown) => toTokensResponse(request, isShown));

/** Held tokens, then others that are listed. */
const searchTokens: RecordedHandler = (request) => {
  const { catalogue } = request.recording;
  const q = getText(request, "q").toLowerCase();
  const matches = ({ chain, id }: { chain: string; id: string }): boolean => {
    const { name, symbol } = findToken(catalogue, chain, id) ?? { name: null, symbol: null };
    return id === q || [name, symbol].some((text) => text?.toLowerCase().includes(q) === true);
  };
  return replyForOneOrAll(request, (isShown) => {
    const held = toTokensResponse(request, (one) => isShown(one) && matches(one));
    if (findText(request, "has_balance") === "true") return held;
    const known = new Set(request.user.holdings.map(({ chain, id }) => `${chain}:${id}`));
    const others = catalogue.tokens
      .filter(({ isListed, token }) => isListed && isShown(token) && matches(token))
      .filter(({ token: { chain, id } }) => !known.has(`${chain}:${id}`))
      .map(({ token: { chain, id } }) => ({ chain, id, amount: 0, digits: "0", usdValue: 0, isDerived: false }))
      .map((holding) => toHoldingResponse(catalogue, holding));
    return [...held, ...others];
  });
};

const serveUuids: RecordedHandler = (request) => {
  const { catalogue } = request.recording;
  const keys = getText(request, "uuids")
    .split(",")
    .map((uuid) => {
      const [slug = "", id = ""] = uuid.split(":", 2);
      const chain = requireServed(request, slug);
      return { chain, id: parseTokenId(catalogue, chain, id) };
    });
  const unique = new Map(keys.map((key) => [`${key.chain}:${key.id}`, key]));
  const chains = [...new Set(keys.map(({ chain }) => chain))];
  return {
    body: [...unique.values()].flatMap(({ chain, id }) => findToken(catalogue, chain, id) ?? []),
    chains: writeChains(request, chains),
  };
};

const answerAs =
  (answers: Readonly<Record<string, RecordedHandler>>, id: string): RecordedHandler =>
  (request) =>
    answers[id]?.(request);

/** By operation, under other names or asked in another way: `x-alias-of`. For the given or signed-in address. */
export const userAliasAnswers: Readonly<Record<string, RecordedHandler>> = {
  getEngineAddrUsedChainList: answerAs(userAnswers, "getUserUsedChainList"),
  getUserCacheTokenList: answerAs(userAnswers, "getUserAllTokenList"),
  getUserHistoryProtocol: answerAs(userAnswers, "getUserProtocol"),
  getUserHistoryTokenList: serveTokens,
  getUserNftAuthList: answerAs(userAnswers, "getUserNftAuthorizedList"),
  getUserProtocolList: answerAs(userAnswers, "getUserAllSimpleProtocolList"),
  getUserTokenAuthList: answerAs(userAnswers, "getUserTokenAuthorizedList"),
  getUserTokenSearch: searchTokens,
  getV2UserTokenAuthorizedList: answerAs(userAnswers, "getUserTokenAuthorizedList"),
};

/** The same about everything except owners. */
export const catalogueAliasAnswers: Readonly<Record<string, RecordedHandler>> = {
  getTokenList: answerAs(catalogueAnswers, "getTokenListByIds"),
  getTokenListByUuids: serveUuids,
};

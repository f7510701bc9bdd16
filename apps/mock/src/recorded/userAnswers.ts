import { quote, ServiceError } from "@portico/server/errors";
import {
  findText,
  getText,
  listAsked,
  requireAnyReady,
  requireServed,
  tellOfChain,
  tellOfReadyChains,
  type Answering,
  type Ask,
} from "./ask.ts";
import { sumCurves } from "./curves.ts";
import { tellHistory } from "./historyPage.ts";
import { findToken, sumNet, wireHolding } from "./holdings.ts";
import { listServed, writeChains } from "./reach.ts";
import type { CurveDays, Person } from "./recording.ts";
import { parseTokenId } from "./tokenId.ts";

type Filter = (one: { chain: string }) => boolean;

const isOn =
  (chain: string): Filter =>
  (one) =>
    one.chain === chain;

const isAll = (ask: Ask): boolean => findText(ask, "is_all") !== "false";

const wireTokens = (ask: Ask, isShown: Filter): object[] =>
  ask.person.holdings
    .filter((holding) => isShown(holding) && (isAll(ask) || !holding.isDerived))
    .map((holding) => wireHolding(ask.recording.catalogue, holding));

const wireNfts = (ask: Ask, isShown: Filter): object[] =>
  ask.person.nfts.filter((nft) => isShown(nft) && (isAll(ask) || nft.collection?.is_verified === true));

const toSimple = ({ portfolio_item_list: _items, ...protocol }: Person["protocols"][number]): object => protocol;

const daysOf = (ask: Ask): CurveDays => (findText(ask, "days") === "7" ? "7" : "1");

function wireTotal(ask: Ask): object {
  const { person, recording, faults } = ask;
  const served = listServed(ask);
  const list = recording.catalogue.chains
    .filter(({ id }) => served.includes(id))
    .map((chain) => ({ ...chain, usd_value: sumNet(person, chain.id) }));
  return {
    total_usd_value: list.reduce((sum, { usd_value }) => sum + usd_value, 0),
    chain_list: list,
    ...(faults.size > 0 && { err_chain_ids: [...faults.keys()] }),
  };
}

function wireUsed(ask: Ask): object[] {
  const { bornAt } = ask.person;
  const served = listServed(ask);
  return ask.recording.catalogue.chains
    .filter(({ id }) => served.includes(id) && Object.hasOwn(bornAt, id))
    .map((chain) => ({ ...chain, born_at: bornAt[chain.id] ?? null }));
}

function wireToken(ask: Ask, chain: string): object {
  const { catalogue } = ask.recording;
  const id = parseTokenId(catalogue, chain, getText(ask, "token_id"));
  const held = ask.person.holdings.find((holding) => holding.chain === chain && holding.id === id);
  if (held === undefined && findToken(catalogue, chain, id) === undefined) {
    throw new ServiceError("token_not_found", `No token '${id}' is known on '${chain}'`);
  }
  return wireHolding(catalogue, held ?? { chain, id, amount: 0, digits: "0", usdValue: 0, isDerived: false });
}

const tellProtocol: Answering = (ask) => {
  const id = getText(ask, "protocol_id");
  const known = ask.recording.catalogue.protocols.find((protocol) => protocol.id === id);
  if (known === undefined) throw new ServiceError("protocol_not_found", `No protocol ${quote(id)} is known`);
  const slugs = listOnly(ask) ?? [known.chain];
  if (!slugs.includes(known.chain)) return { body: [], chains: writeChains(ask, slugs) };
  requireServed(ask, known.chain);
  return { body: ask.person.protocols.filter((protocol) => protocol.id === id), chains: writeChains(ask, slugs) };
};

/** Applications have no chain; their data is read on some. */
const tellApps: Answering = (ask) => {
  const { appChains } = ask.recording.catalogue;
  const slugs = listOnly(ask) ?? appChains;
  const telling = appChains.filter((chain) => slugs.includes(chain));
  requireAnyReady(ask, telling);
  const isKnown = telling.some((chain) => !ask.faults.has(chain));
  return { body: isKnown ? ask.person.apps : [], chains: writeChains(ask, slugs) };
};

/** The requested chains, if the request names any. */
const listOnly = (ask: Ask): string[] | undefined =>
  findText(ask, "chain_ids") === undefined ? undefined : listAsked(ask);

/** By operation, for the given or signed-in address. */
export const userAnswers: Readonly<Record<string, Answering>> = {
  getUserTotalBalance: (ask) => tellOfReadyChains(ask, () => wireTotal(ask)),
  getUserChainBalance: (ask) => tellOfChain(ask, (chain) => ({ usd_value: sumNet(ask.person, chain) })),
  getUserUsedChainList: (ask) => tellOfReadyChains(ask, () => wireUsed(ask)),
  getUserToken: (ask) => tellOfChain(ask, (chain) => wireToken(ask, chain)),
  getUserTokenList: (ask) => tellOfChain(ask, (chain) => wireTokens(ask, isOn(chain))),
  getUserAllTokenList: (ask) => tellOfReadyChains(ask, (isShown) => wireTokens(ask, isShown)),
  getUserNftList: (ask) => tellOfChain(ask, (chain) => wireNfts(ask, isOn(chain))),
  getUserAllNftList: (ask) => tellOfReadyChains(ask, (isShown) => wireNfts(ask, isShown)),
  getUserTokenAuthorizedList: (ask) => tellOfChain(ask, (chain) => ask.person.tokenApprovals[chain] ?? []),
  getUserNftAuthorizedList: (ask) =>
    tellOfChain(ask, (chain) => ask.person.nftApprovals[chain] ?? [{ tokens: [], contracts: [], total: "0" }]),
  getUserComplexProtocolList: (ask) => tellOfChain(ask, (chain) => ask.person.protocols.filter(isOn(chain))),
  getUserAllComplexProtocolList: (ask) => tellOfReadyChains(ask, (isShown) => ask.person.protocols.filter(isShown)),
  getUserSimpleProtocolList: (ask) =>
    tellOfChain(ask, (chain) => ask.person.protocols.filter(isOn(chain)).map(toSimple)),
  getUserAllSimpleProtocolList: (ask) =>
    tellOfReadyChains(ask, (isShown) => ask.person.protocols.filter(isShown).map(toSimple)),
  getUserProtocol: tellProtocol,
  getUserComplexAppList: tellApps,
  getUserHistoryList: tellHistory,
  getUserAllHistoryList: tellHistory,
  getUserChainNetCurve: (ask) => tellOfChain(ask, (chain) => sumCurves(ask.person, daysOf(ask), isOn(chain))),
  getUserTotalNetCurve: (ask) => tellOfReadyChains(ask, (isShown) => sumCurves(ask.person, daysOf(ask), isShown)),
};

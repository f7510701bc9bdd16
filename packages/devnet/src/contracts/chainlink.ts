import { DEVNET_CHAINS, type DevnetChain } from "../chains.ts";
import { getCreationCode, loadArtifact } from "./artifact.ts";
import { type ContractSet, type Placement, type SetUpCall, toCall } from "./contractSet.ts";
import { listCurrencyFeeds, listFeeds, type DevnetFeed } from "./feedTable.ts";
import { listTokens } from "./tokenTable.ts";
import { TREASURY, nameAddress } from "./treasury.ts";

const ZERO_ADDRESS = "0x0000000000000000000000000000000000000000";
const MAX_ANSWER = 10n ** 30n;
const ROUND_TIMEOUT_S = 600;

/** The one oracle node that reports to every feed. */
export const ORACLE = nameAddress("oracle");

/** Chainlink price feeds: a proxy at its mainnet address in front of a FluxAggregator. */
export const chainlink: ContractSet = {
  id: "chainlink",
  chains: DEVNET_CHAINS,
  listPlacements: (chain) => listAll(chain).flatMap((feed) => listFeedPlacements(chain, feed)),
  listSetUpCalls: (chain) => listAll(chain).map(admitOracle),
};

type Feed = Omit<DevnetFeed, "asset">;
const listAll = (chain: DevnetChain): Feed[] => [...listFeeds(chain), ...listCurrencyFeeds(chain)];

/** One round of a feed, sent by ORACLE; rounds count from 1 without gaps. */
export function reportPrice(feed: Feed, round: number, usd: number): SetUpCall & { gas: bigint } {
  const answer = BigInt(Math.round(usd * 10 ** feed.decimals));
  return { ...toCall(feed.aggregator, getAggregator().abi, "submit", [BigInt(round), answer]), gas: 400_000n };
}

let aggregator: ReturnType<typeof loadArtifact> | undefined;
const getAggregator = () => (aggregator ??= loadArtifact("@chainlink/contracts", "abi/v0.6/FluxAggregator.json"));

function listFeedPlacements(chain: DevnetChain, feed: Feed): Placement[] {
  const link = listTokens(chain).find(({ kind }) => kind === "link")?.address ?? ZERO_ADDRESS;
  const limits = [1n, MAX_ANSWER];
  const args = [link, 0n, ROUND_TIMEOUT_S, ZERO_ADDRESS, ...limits, feed.decimals, feed.description];
  const proxy = loadArtifact("@chainlink/contracts", "abi/v0.6/EACAggregatorProxy.json");
  return [
    { address: feed.aggregator, creation: getCreationCode(getAggregator(), args) },
    { address: feed.address, creation: getCreationCode(proxy, [feed.aggregator, ZERO_ADDRESS]) },
  ];
}

/** One submission completes a round, and the oracle may open the next at once. */
const admitOracle = ({ aggregator: address }: Feed): SetUpCall =>
  toCall(address, getAggregator().abi, "changeOracles", [[], [ORACLE], [TREASURY], 1, 1, 0]);

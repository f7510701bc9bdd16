import { unwrap } from "@portico/client";
import { type Address, zeroAddress } from "viem";
import type { Operator } from "./chainHistory.ts";
import type { ChainTruth } from "./chainTruth.ts";
import { type Comparison, createCollector } from "./comparison.ts";
import { listOwners } from "./listOwners.ts";
import { type Holding, readErc721, readNfts } from "./nftTruth.ts";
import type { RunningService } from "./runService.ts";

/** NFT approvals of all owners: of single tokens and of whole contracts. */
export async function compareNftApprovals(
  { devnet, client }: RunningService,
  truths: ReadonlyMap<string, ChainTruth>,
): Promise<Comparison> {
  const collector = createCollector();
  for (const [chain, truth] of truths) {
    const owners = listOwners(devnet, truth);
    const [holdings, operators, approved] = [
      await readNfts(truth, owners),
      await readOperators(truth),
      await readApproved(truth),
    ];
    collector.count(truth.history.operators.length - operators.length); // no list may contain the revoked ones
    for (const id of owners) {
      const query = { id, chain_id: chain };
      const [answer] = await unwrap(client.GET("/v1/user/nft_authorized_list", { params: { query } }));
      const held = holdings.get(id) ?? new Map<string, Holding>();
      const [theirTokens, theirContracts] = [
        new Map([...held.keys()].flatMap((key) => (approved.has(key) ? [[key, [approved.get(key)]] as const] : []))),
        describeOperators(operators.filter(({ owner }) => owner === id)),
      ];
      const ourTokens = new Map(
        answer?.tokens.map((nft) => [`${nft.contract_id} ${nft.inner_id}`, nft.spenders.map((spender) => spender.id)]),
      );
      const ourContracts = new Map(
        answer?.contracts.map((contract) => [contract.contract_id, describeSpenders(contract.spenders)]),
      );
      collector.compareMaps(`${chain} ${id} may move`, ourTokens, theirTokens);
      collector.compareMaps(`${chain} ${id} may move all of`, ourContracts, theirContracts);
    }
  }
  return collector.finish();
}

function describeSpenders(spenders: readonly { id: string; last_approve_at?: number | null }[]): unknown {
  return Object.fromEntries(spenders.map((spender) => [spender.id, spender.last_approve_at]));
}

function describeOperators(operators: readonly Operator[]): Map<string, unknown> {
  const spenders = operators.map(({ contract, operator, timeAt }) => ({
    contract,
    id: operator,
    last_approve_at: timeAt,
  }));
  const grouped = Map.groupBy(spenders, ({ contract }) => contract);
  return new Map([...grouped].map(([contract, list]) => [contract, describeSpenders(list)]));
}

export async function readOperators(truth: ChainTruth): Promise<Operator[]> {
  const { operators } = truth.history;
  const answers = await truth.read<boolean>(
    "isApprovedForAll",
    operators.map(({ owner, contract, operator }) => ({ to: contract, args: [owner, operator] })),
  );
  return operators.filter((_, index) => answers[index] === true);
}

/** By `contract id`. If a contract has no `getApproved`, the event since the last transfer is the only source. */
export async function readApproved(truth: ChainTruth): Promise<ReadonlyMap<string, Address>> {
  const nfts = await readErc721(truth);
  const answers = await truth.read<Address>(
    "getApproved",
    nfts.map(({ contract, id }) => ({ to: contract, args: [id] })),
  );
  return new Map(
    nfts.flatMap(({ contract, id }, index) => {
      const key = `${contract} ${id}`;
      const spender = (answers[index]?.toLowerCase() as Address | undefined) ?? truth.history.nftApprovals.get(key);
      return spender === undefined || spender === zeroAddress ? [] : [[key, spender] as const];
    }),
  );
}

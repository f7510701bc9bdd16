import type { NftContract, NftToken, UserNFTAuthorized } from "@portico/contract";
import type { Address, Chain } from "@portico/evm";
import type { NftApproval, NftApprovalsRead, NftOperator } from "@portico/store";
import { toSpenderResponse } from "./approvalSpender.ts";
import type { SpenderMetadata } from "./spenderMetadata.ts";
import { nftCollection, nftItem } from "../nfts/nftItem.ts";

/** NFT approvals of an owner on a chain. */
export function authorizedNfts(
  chain: Chain,
  read: NftApprovalsRead,
  { protocolOf, codes }: SpenderMetadata,
): UserNFTAuthorized {
  const toSpender = (id: Address, changedAt: number | null) => {
    const isContract = read.contracts.has(id) || codes.get(id);
    return toSpenderResponse({ id, changedAt, isContract, protocol: protocolOf(id) });
  };
  const byContract = Map.groupBy(read.operators, ({ contract }) => contract);
  return {
    tokens: read.approvals.map((approval) => toToken(chain, approval, toSpender)),
    contracts: [...byContract.values()].map((operators) => toContract(chain, operators, toSpender)),
    total: read.total.toString(),
  };
}

type ToSpender = (id: Address, changedAt: number | null) => ReturnType<typeof toSpenderResponse>;

/** `approve` exists for ERC-721 only, where there is one of each and one spender at a time. */
function toToken(chain: Chain, approval: NftApproval, toSpender: ToSpender): NftToken {
  const { spender: id, changedAt, rawAmount } = approval;
  const item = nftItem(chain, approval);
  const spender = toSpender(id, changedAt);
  return {
    id: item.id,
    contract_id: item.contract_id,
    inner_id: item.inner_id,
    chain: item.chain,
    name: item.name,
    symbol: approval.collection?.symbol ?? "",
    total_supply: 1,
    description: item.description,
    content_type: item.content_type,
    content: item.content,
    detail_url: item.detail_url,
    contract_name: item.contract_name,
    is_erc1155: item.is_erc1155,
    is_erc721: item.is_erc721,
    amount: rawAmount.toString(),
    spenders: [spender],
    spender,
    collection: nftCollection(chain, approval),
  };
}

function toContract(chain: Chain, operators: readonly NftOperator[], toSpender: ToSpender): NftContract {
  const first = operators[0]!;
  const spenders = operators.map(({ operator, changedAt }) => toSpender(operator, changedAt));
  return {
    chain: chain.slug,
    contract_name: first.collection?.name ?? "",
    contract_id: first.contract,
    is_erc1155: first.isErc1155 === true,
    is_erc721: first.isErc1155 === false,
    amount: first.count.toString(),
    spenders,
    spender: spenders[0]!,
    collection: nftCollection(chain, first),
  };
}

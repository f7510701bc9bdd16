import type { NftContract, NftToken, UserNFTAuthorized } from "@portico/contract";
import type { Chain } from "@portico/evm";
import type { NftApproval, NftApprovalsRead, NftOperator } from "@portico/store";
import { wireSpender } from "./approvalSpender.ts";
import { nftCollection, nftItem } from "./nftItem.ts";

/** Who may move an owner's NFTs on a chain. */
export const authorizedNfts = (chain: Chain, read: NftApprovalsRead): UserNFTAuthorized => ({
  tokens: read.approvals.map((approval) => toToken(chain, approval, read)),
  contracts: [...Map.groupBy(read.operators, ({ contract }) => contract).values()].map((operators) =>
    toContract(chain, operators, read),
  ),
  total: read.total.toString(),
});

/** `approve` is of ERC-721, where there is one of each and one spender at a time. */
function toToken(chain: Chain, approval: NftApproval, { contracts }: NftApprovalsRead): NftToken {
  const { spender: id, changedAt, rawAmount } = approval;
  const item = nftItem(chain, approval);
  const spender = wireSpender({ id, changedAt, isContract: contracts.has(id) });
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

function toContract(chain: Chain, operators: readonly NftOperator[], { contracts }: NftApprovalsRead): NftContract {
  const first = operators[0]!;
  const spenders = operators.map(({ operator: id, changedAt }) =>
    wireSpender({ id, changedAt, isContract: contracts.has(id) }),
  );
  return {
    chain: chain.id,
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

import type { NftCollection, TxContract } from "@portico/contract";
import { NATIVE_TOKEN, toAmount, type Chain } from "@portico/evm";
import { toNftResponse, type ActionMetadata } from "@portico/wallet";
import { findToken } from "../recorded/holdings.ts";
import type { Recording } from "../recorded/recording.ts";

/** Recorded metadata of tokens, NFTs and contracts; for others only the address. */
export function createMetadata(chain: Chain, recording: Recording): ActionMetadata {
  const { catalogue, users } = recording;
  const nfts = users.flatMap((user) => user.nfts);
  const findCollection = (contract: string) =>
    catalogue.collections[chain.slug]?.find(({ id }) => id === `${chain.slug}:${contract}`);
  return {
    chain: chain.slug,
    tokenOf: ({ token, rawAmount }) => {
      const id = tokenIdOf(token, chain, recording);
      const known = findToken(catalogue, chain.slug, id) ?? unknownToken(chain.slug, id);
      const amount = toAmount(rawAmount, known.decimals ?? 0);
      return { ...known, amount, raw_amount: rawAmount, raw_amount_str: rawAmount.toString() };
    },
    nftOf: (nft) => {
      const inner = nft.tokenId?.toString();
      const known = nfts.find(
        (one) => one.chain === chain.slug && one.contract_id === nft.contract && one.inner_id === inner,
      );
      return toNftResponse(chain.slug, nft, { ...known, contract_name: findCollection(nft.contract)?.name });
    },
    collectionOf: (contract) => findCollection(contract) ?? unknownCollection(chain.slug, contract),
    contractOf: (id) => ({ id, protocol: findProtocol(id, chain.slug, recording) }),
  };
}

/** A token's id in responses. */
export function tokenIdOf(token: string, chain: Chain, { catalogue }: Recording): string {
  if (token !== NATIVE_TOKEN && token !== chain.nativeErc20) return token;
  return catalogue.chains.find(({ id }) => id === chain.slug)?.native_token_id ?? chain.slug;
}

const unknownToken = (chain: string, id: string) => ({
  id,
  chain,
  name: null,
  symbol: null,
  display_symbol: null,
  optimized_symbol: "",
  decimals: null,
  logo_url: null,
  protocol_id: "",
  price: 0,
  is_verified: false,
  is_core: false,
  is_wallet: true,
  time_at: 0,
  price_at: null,
  price_24h_change: null,
  total_supply: null,
  is_scam: false,
  is_suspicious: false,
});

const unknownCollection = (chain: string, contract: string): NftCollection => ({
  id: `${chain}:${contract}`,
  chain,
  name: "",
  logo_url: null,
  is_core: false,
  is_verified: false,
  is_scam: null,
  is_suspicious: null,
  floor_price: null,
  credit_score: null,
});

/** By the recorded tokens, approvals and transactions of the address. */
function findProtocol(address: string, chain: string, { catalogue, users }: Recording): TxContract["protocol"] {
  const token = catalogue.contracts[chain]?.find(({ id }) => id === address);
  if (token?.protocol) return token.protocol;
  const spenders = users.flatMap(({ tokenApprovals }) =>
    (tokenApprovals[chain] ?? []).flatMap((approval) => approval.spenders),
  );
  const spender = spenders.find(({ id }) => id === address);
  if (spender?.protocol) return spender.protocol;
  const dealt = users
    .flatMap(({ history }) => history)
    .find((item) => item.chain === chain && item.tx?.to_addr === address && item.category !== "approve");
  const protocol = catalogue.protocols.find(({ id }) => id === dealt?.project_id);
  return protocol === undefined
    ? null
    : { id: protocol.id, chain: protocol.chain, name: protocol.name, logo_url: protocol.logo_url };
}

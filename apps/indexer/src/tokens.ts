import { chainlinkFeeds, NATIVE_TOKEN, readTokenMetadata } from "@portico/evm";
import type { Address, Chain, Rpc } from "@portico/evm";
import type { Token } from "@portico/store";

/** The native coin as a token; its facts are the chain table's. */
export const describeNative = (chain: Chain): Token => ({
  ...describe(chain, NATIVE_TOKEN),
  standard: "native",
  name: chain.native.name,
  symbol: chain.native.symbol,
  decimals: chain.native.decimals,
});

/** Asks tokens for their names, symbols and decimals at a block. What a contract does not define is null. */
export async function describeTokens(
  { chain, rpc }: { chain: Chain; rpc: Rpc },
  addresses: readonly Address[],
  blockNumber: bigint,
): Promise<Token[]> {
  const metadata = await readTokenMetadata(rpc, addresses, { blockNumber });
  return addresses.map((address, index) => ({
    ...describe(chain, address),
    ...metadata[index],
    metadataBlock: blockNumber,
  }));
}

/** Tokens that this repository names itself (native, wrapped, with a price feed) are verified and core. */
function describe(chain: Chain, address: Address): Token {
  const isNamed = address === NATIVE_TOKEN || address === chain.wrappedToken || hasFeed(chain, address);
  return {
    chain: chain.id,
    address,
    standard: "erc20",
    name: null,
    symbol: null,
    decimals: null,
    logoUrl: null,
    isVerified: isNamed,
    isCore: isNamed,
    timeAt: null,
    protocolId: "",
    metadataBlock: null,
  };
}

const hasFeed = (chain: Chain, address: Address): boolean => chainlinkFeeds[chain.id]?.[address] !== undefined;

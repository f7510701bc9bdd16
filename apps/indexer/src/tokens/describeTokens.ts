import { readTokenDetails } from "@portico/evm";
import type { Address, Chain, PinnedOptions, Rpc } from "@portico/evm";
import { listVerifiedSymbols, unknownToken } from "@portico/store";
import type { Store, Token } from "@portico/store";
import { judgeToken } from "./judgeToken.ts";
import { isNamed } from "./namedTokens.ts";
import { createSymbolSet } from "./symbolSet.ts";

/**
 * Reads tokens' metadata at a block, and judges them. Values that a contract does not define are null.
 * @see judgeToken
 */
export async function describeTokens(
  { db, chain, rpc }: { db: Store; chain: Chain; rpc: Rpc },
  addresses: readonly Address[],
  block: PinnedOptions,
): Promise<Token[]> {
  if (addresses.length === 0) return [];
  const [details, symbols] = await Promise.all([
    readTokenDetails(rpc, addresses, block),
    listVerifiedSymbols(db, chain.slug),
  ]);
  const named = details.filter((_, index) => isNamed(chain, addresses[index]!)).flatMap(({ symbol }) => symbol ?? []);
  const verified = createSymbolSet([...symbols, ...named, chain.native.symbol]);
  return details.map((detail, index): Token => {
    const address = addresses[index]!;
    const isVerified = isNamed(chain, address);
    const judgement = isVerified ? { isScam: false, isSuspicious: false } : judgeToken(detail, verified);
    const described = {
      ...unknownToken(chain.slug, address),
      ...detail,
      ...judgement,
      metadataBlock: block.blockNumber,
    };
    return { ...described, isVerified, isCore: isVerified };
  });
}

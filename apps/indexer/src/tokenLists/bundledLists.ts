import { readFile } from "node:fs/promises";
import { getChain, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { ListedToken } from "@portico/store";
import { groupByChain, toLogoUrl } from "./tokenSource.ts";
import type { TokenSource } from "./tokenSource.ts";

/**
 * Default lists, in order of precedence: from packages with a permissive licence, small ones only, and the table that
 * `scripts/tokenFacts.ts` makes of large ones. Loaded when they are read.
 */
export const bundledLists: readonly TokenSource[] = [
  { name: "@lifi/data-types", licence: "Apache-2.0", read: async () => groupByChain(await listLifiTokens()) },
  { name: "@web3icons/common", licence: "MIT", read: async () => groupByChain(await listWeb3iconsTokens()) },
  {
    name: "tokenTable.json",
    licence: "MIT AND ISC AND Apache-2.0",
    isNameOnly: true,
    read: async () => groupByChain(await listTableTokens()),
  },
];

type ChainToken = ListedToken & { chainId: number };

const isAddress = (text: string): text is Address => /^0x[0-9a-f]{40}$/i.test(text) && text !== ZERO_ADDRESS;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- lower case keeps it an address
const toLowerCase = (address: Address): Address => address.toLowerCase() as Address;

/** Coins that users are offered for swaps: common ones, so they are core. */
async function listLifiTokens(): Promise<ChainToken[]> {
  const { basicCoins } = await import("@lifi/data-types");
  return basicCoins
    .filter(({ verified }) => verified)
    .flatMap(({ key, name, logoURI, chains }) =>
      Object.entries(chains).flatMap(([chainId, token]): ChainToken[] => {
        if (!isAddress(token.address)) return [];
        const address = toLowerCase(token.address);
        const texts = { name: token.name ?? name, symbol: token.symbol ?? key };
        const { decimals } = token;
        return [{ chainId: Number(chainId), address, ...texts, decimals, logoUrl: toLogoUrl(logoURI), isCore: true }];
      }),
    );
}

/** Network names that are used for tokens but not in the networks' own tables. */
const NETWORK_NAMES: readonly (readonly [name: string, chainId: number])[] = [
  ["klay-token", 8217],
  ["opbnb", 204],
  ["optimistic-ethereum", 10],
  ["polygon-pos", 137],
  ["xdai", 100],
];

/** Coins with an icon, most of them with a rank by market value: known, not common. */
async function listWeb3iconsTokens(): Promise<ChainToken[]> {
  const [{ tokens }, { networks }] = await Promise.all([
    import("@web3icons/common/metadata/tokens"),
    import("@web3icons/common/metadata/networks"),
  ]);
  const chainIds = new Map([...networks.map(({ id, chainId }) => [id, Number(chainId)] as const), ...NETWORK_NAMES]);
  return tokens
    .filter(({ marketCapRank }) => marketCapRank !== null)
    .flatMap(({ name, symbol, addresses }) =>
      Object.entries(addresses).flatMap(([network, address = ""]): ChainToken[] => {
        const chainId = chainIds.get(network);
        if (chainId === undefined || !Number.isSafeInteger(chainId) || !isAddress(address)) return [];
        return [{ chainId, address: toLowerCase(address), name, symbol, decimals: null, logoUrl: null, isCore: false }];
      }),
    );
}

/** Fields that no list states are missing. */
type TableRow = Partial<ListedToken> & Pick<ListedToken, "address">;

interface TokenTable {
  tokens: Record<string, TableRow[]>;
}

async function listTableTokens(): Promise<ChainToken[]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tokenTable.test.ts checks the table
  const { tokens } = JSON.parse(await readFile(new URL("tokenTable.json", import.meta.url), "utf8")) as TokenTable;
  return Object.entries(tokens).flatMap(([chain, rows]) => {
    const { chainId } = getChain(chain);
    return rows.map(({ address, name = null, symbol = null, decimals = null, logoUrl = null }) => ({
      chainId,
      address,
      name,
      symbol,
      decimals,
      logoUrl,
      isCore: false,
    }));
  });
}

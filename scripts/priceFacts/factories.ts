import type { Address } from "@portico/evm";

interface Row {
  chain: string;
  dex: string;
  kind: "v2" | "v3";
  factory: Address;
}

interface Uniswap {
  V2_FACTORY_ADDRESSES: Record<string, string>;
  V3_CORE_FACTORY_ADDRESSES: Record<string, string>;
}

/**
 * Forks that were copied by hand: loading their packages would need further packages.
 * @see "@sushiswap/v2-sdk 0.0.11 and v3-sdk 1.0.12, dist/constants.js; @pancakeswap/v3-sdk 3.10.2, dist/index.mjs;
 * quickswap-sdk 3.0.43, all MIT"
 */
const SUSHI_V2 = "0xc35dadb65012ec5796536bd9864ed8773abc74c4";
const PANCAKE_V3 = "0x0bfbcf9fa4f9c56b0f40a671ad40e0805a091865";
const FORKS: readonly Row[] = [
  { chain: "eth", dex: "sushiswap", kind: "v2", factory: "0xc0aee478e3658e2610c5f7a4a2e1777ce9e4f2ac" },
  ...["arb", "avax", "bsc", "celo", "matic", "xdai"].map((chain): Row => ({
    chain,
    dex: "sushiswap",
    kind: "v2",
    factory: SUSHI_V2,
  })),
  { chain: "arb", dex: "sushiswap", kind: "v3", factory: "0x1af415a1eba07a4986a52b6f2e7de7003d82231e" },
  { chain: "avax", dex: "sushiswap", kind: "v3", factory: "0x3e603c14af37ebdad31709c4f848fc6ad5bec715" },
  { chain: "base", dex: "sushiswap", kind: "v3", factory: SUSHI_V2 },
  { chain: "bsc", dex: "sushiswap", kind: "v3", factory: "0x126555dd55a39328f69400d6ae4f782bd4c34abb" },
  { chain: "core", dex: "sushiswap", kind: "v3", factory: SUSHI_V2 },
  { chain: "eth", dex: "sushiswap", kind: "v3", factory: "0xbaceb8ec6b9355dfc0269c18bac9d6e2bdc29c4f" },
  { chain: "linea", dex: "sushiswap", kind: "v3", factory: SUSHI_V2 },
  { chain: "matic", dex: "sushiswap", kind: "v3", factory: "0x917933899c6a5f8e37f31e19f92cdbff7e8ff0e2" },
  { chain: "op", dex: "sushiswap", kind: "v3", factory: "0x9c6522117e2ed1fe5bdb72bb0ed5e3f2bde7dbe0" },
  { chain: "xdai", dex: "sushiswap", kind: "v3", factory: "0xf78031cbca409f2fb6876bdfdbc1b2df24cf9bef" },
  ...["arb", "base", "bsc", "eth", "linea", "monad", "opbnb"].map((chain): Row => ({
    chain,
    dex: "pancakeswap",
    kind: "v3",
    factory: PANCAKE_V3,
  })),
  { chain: "era", dex: "pancakeswap", kind: "v3", factory: "0x1bb72e0cbbea93c08f535fc7856e0338d7f7a8ab" },
  { chain: "matic", dex: "quickswap", kind: "v2", factory: "0x5757371414417b8c6caad45baef941abc7d3ab32" },
];

/** @param pancakeText - The declarations of @pancakeswap/v2-sdk's constants. */
export function listFactories(slugs: ReadonlyMap<number, string>, uniswap: Uniswap, pancakeText: string): Row[] {
  const toRows = (dex: string, kind: Row["kind"], byChain: Record<string, string>): Row[] =>
    Object.entries(byChain).flatMap(([chainId, address]) => {
      const chain = slugs.get(Number(chainId));
      return chain === undefined ? [] : [{ chain, dex, kind, factory: address.toLowerCase() as Address }];
    });
  const pancakeMap = pancakeText.match(/FACTORY_ADDRESS_MAP: \{([^}]*)\}/)?.[1] ?? "";
  const pancake = Object.fromEntries(
    [...pancakeMap.matchAll(/(\d+): "(0x[0-9a-fA-F]{40})"/g)].map(([, chainId = "", address = ""]) => [
      chainId,
      address,
    ]),
  );
  return [
    ...toRows("uniswap", "v2", uniswap.V2_FACTORY_ADDRESSES),
    ...toRows("uniswap", "v3", uniswap.V3_CORE_FACTORY_ADDRESSES),
    ...toRows("pancakeswap", "v2", pancake),
    ...FORKS,
  ].toSorted((a, b) => `${a.chain} ${a.dex} ${a.kind}`.localeCompare(`${b.chain} ${b.dex} ${b.kind}`));
}

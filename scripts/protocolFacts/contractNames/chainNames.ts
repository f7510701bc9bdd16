import { chains } from "@portico/evm";

/** Names that the sources use for chains, beside slugs and EIP-155 numbers. */
const NAMES: Readonly<Record<string, string>> = {
  ethereum: "eth",
  mainnet: "eth",
  arbitrum: "arb",
  arbitrumone: "arb",
  optimism: "op",
  optimisticethereum: "op",
  polygon: "matic",
  gnosis: "xdai",
  gnosischain: "xdai",
  avalanche: "avax",
  avaxc: "avax",
  scroll: "scrl",
  zksync: "era",
  zksyncera: "era",
  mantle: "mnt",
  fraxtal: "frax",
  berachain: "bera",
  hyperliquid: "hyper",
  hyperevm: "hyper",
  unichain: "uni",
  worldchain: "world",
  wc: "world",
  cronos: "cro",
  klaytn: "klay",
  ronin: "ron",
  rootstock: "rsk",
  opbnb: "opbnb",
  opbnbmainnet: "opbnb",
  bnb: "bsc",
  binance: "bsc",
  bnbmainnet: "bsc",
  basemainnet: "base",
  celomainnet: "celo",
  lineamainnet: "linea",
  conflux: "cfx",
  soneium: "soneium",
  apechain: "ape",
  abstract: "abs",
  robinhood: "hood",
  plumemainnet: "plume",
  merlin: "merlin",
  bsquared: "b2",
  katana: "katana",
  flare: "flr",
  etherlink: "ethlink",
};

const known = new Map<string, string>([
  ...chains.flatMap(({ slug, chainId }) => [[slug, slug] as const, [String(chainId), slug] as const]),
  ...Object.entries(NAMES),
]);

/** Slugs that are words of other meanings: only as a whole name, or in a constant's. */
const AMBIGUOUS = new Set(["base", "core", "mode", "op", "story", "stable", "world", "zora", "uni", "ape", "abs"]);

/** The chain that a property, a variable or a file is named for; its slug. */
export function findChain(name: string): string | undefined {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const whole = known.get(plain);
  if (whole !== undefined || /^\d+$/.test(plain)) return whole;
  const isConstant = /^[A-Z0-9]+(_[A-Z0-9]+)+$/.test(name);
  const words = name.split(/[^a-zA-Z0-9]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());
  const found = new Set(
    words.flatMap((word) =>
      (AMBIGUOUS.has(word) && !isConstant) || /^\d+$/.test(word) ? [] : (known.get(word) ?? []),
    ),
  );
  return found.size === 1 ? [...found][0] : undefined;
}

/** The chain that the innermost of these names is named for. */
export function findChainIn(path: readonly string[]): string | undefined {
  for (const name of path.toReversed()) {
    const described = /^(?:chainId|chain|network|id)=(.*)$/.exec(name);
    const chain = findChain(described?.[1] ?? (name.includes("=") ? "" : name));
    if (chain !== undefined) return chain;
  }
  return undefined;
}

import { chains } from "@portico/evm";

/** Names of one protocol. */
const ALIASES = [
  ["sky", "maker", "makerdao", "spk"],
  ["safe", "safemultisig", "gnosissafe"],
  ["arbitrumone", "arbitrum", "arb", "arbitrumbridge"],
  ["optimism", "op", "optimismbridge", "opbridge"],
  ["polygon", "matic", "pos", "polygonbridge", "polygonpos"],
  ["gnosischain", "xdai", "gnosis", "gnosisbridge"],
  ["base", "basebridge"],
  ["scroll", "scrollbridge"],
  ["0x", "zeroex", "0xexchange", "matcha"],
  ["paraswap", "velora"],
  ["woofi", "woo"],
  ["oneinch", "1inch"],
  ["kyber", "kyberswap"],
  ["odos"],
  ["metamaskswaps", "metamask"],
  ["rainbowswaps", "rainbow"],
  ["cowswap", "cow", "cowprotocol"],
  ["gns", "gainsnetwork", "gains", "gtrade"],
  ["morphoblue", "morpho"],
  ["extrafi", "extra"],
  ["stkaave", "aave", "gho"],
  ["weth", "wrappedether", "wrapped"],
  ["compound", "comp"],
  ["aura", "aurafinance"],
  ["quickswap"],
  ["sushiswap", "sushi"],
  ["pancakeswap", "pancake"],
  ["thegraph", "graph"],
  ["yearn", "yearnfinance"],
  ["balancer", "beethovenx", "beets"],
  ["across", "acrossprotocol"],
  ["hop", "hopprotocol"],
  ["eas", "attestation"],
  ["ens", "enss"],
];

const aliasOf = new Map(ALIASES.flatMap((names) => names.map((name) => [name, names[0]!] as const)));

const toLetters = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

const slugs = new Set(chains.map(({ slug }) => slug));

/** A protocol's name without its chain ("base_") and its version ("-v3"); the same for all its names. */
export function toStem(name: string): string {
  const [prefix = "", ...rest] = name.toLowerCase().split("_");
  const own = rest.length > 0 && slugs.has(prefix) ? rest.join("_") : name.toLowerCase();
  const letters = toLetters(own.replace(/[-_ ]?v?\d+(\.\d+)?$/, "")) || toLetters(own);
  return aliasOf.get(letters) ?? letters;
}

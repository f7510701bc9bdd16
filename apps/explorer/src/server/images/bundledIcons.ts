import { findChain } from "@portico/evm";
import type { Drawable } from "./drawPicture.ts";

/** Bundled icons (@web3icons/core, MIT), so that common ones need no request. */
export async function findBundledChain(chain: string): Promise<Drawable | undefined> {
  const { networks } = await loadIndex();
  const file = networks.get(findChain(chain)?.chainId ?? 0);
  return file === undefined
    ? undefined
    : readIcon(() => import(`@web3icons/core/svgs/networks/background/${file}.svg.js`));
}

/** A wrapped native coin has the coin's. @param id - A contract's address in lower case, or a native coin's id. */
export async function findBundledToken(chain: string, id: string): Promise<Drawable | undefined> {
  const { networks, tokens } = await loadIndex();
  const known = findChain(chain);
  if (known === undefined) return undefined;
  const isNative = !id.startsWith("0x") || id === known.wrappedToken || id === known.nativeErc20;
  const symbol = isNative ? known.native.symbol : tokens.get(`${networks.get(known.chainId)} ${id}`);
  return symbol === undefined ? undefined : readToken(symbol);
}

/** Protocols whose own token has an icon, by the start of their ids, after the chain's. */
const PROTOCOL_TOKENS: readonly (readonly [start: string, symbol: string])[] = [
  ["aave", "AAVE"],
  ["compound", "COMP"],
  ["lido", "LDO"],
  ["moonwell", "WELL"],
  ["morpho", "MORPHO"],
  ["pancakeswap", "CAKE"],
  ["quickswap", "QUICK"],
  ["safe", "SAFE"],
  ["spark", "SPK"],
  ["stkaave", "AAVE"],
  ["sushiswap", "SUSHI"],
  ["uniswap", "UNI"],
];

export async function findBundledProtocol(id: string): Promise<Drawable | undefined> {
  const name = id.slice(id.indexOf("_") + 1);
  const symbol = PROTOCOL_TOKENS.find(([start]) => name.startsWith(start))?.[1];
  return symbol === undefined ? undefined : readToken(symbol);
}

const readToken = (symbol: string): Promise<Drawable | undefined> =>
  readIcon(() => import(`@web3icons/core/svgs/tokens/background/${symbol.toUpperCase()}.svg.js`));

async function readIcon(load: () => Promise<unknown>): Promise<Drawable | undefined> {
  try {
    const { default: svg } = (await load()) as { default?: unknown };
    return typeof svg === "string" ? { svg } : undefined;
  } catch {
    return undefined; // listed, but not drawn
  }
}

interface IconIndex {
  /** EIP-155 number → file. */
  readonly networks: ReadonlyMap<number, string>;
  /** File of the network and address → symbol. */
  readonly tokens: ReadonlyMap<string, string>;
}

let index: Promise<IconIndex> | undefined;
/** Read once, at the first request: it has some ten thousand contracts. */
const loadIndex = (): Promise<IconIndex> => (index ??= readIndex());

async function readIndex(): Promise<IconIndex> {
  const [{ networks }, { tokens }] = await Promise.all([
    import("@web3icons/common/metadata/networks"),
    import("@web3icons/common/metadata/tokens"),
  ]);
  return {
    networks: new Map(networks.map(({ id, chainId }) => [Number(chainId), id])),
    tokens: new Map(
      tokens.flatMap(({ symbol, addresses }) =>
        Object.entries(addresses).map(([network, address = ""]) => [`${network} ${address.toLowerCase()}`, symbol]),
      ),
    ),
  };
}

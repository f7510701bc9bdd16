import { type Address, getContractAddress, maxUint256 } from "viem";
import { nameAddress } from "./treasury.ts";

/** How a token is nonstandard; each kind is a contract or a behaviour of its own. */
export type NonstandardTokenKind =
  | "bare"
  | "bombs"
  | "eatsGas"
  | "feeOnTransfer"
  | "hangs"
  | "implementation"
  | "lies"
  | "longName"
  | "none"
  | "plain"
  | "proxy"
  | "rebasing"
  | "refusesOdd"
  | "saysNothing"
  | "saysTooLittle"
  | "saysTooMuch"
  | "upgrade";

export interface NonstandardToken {
  address: Address;
  kind: NonstandardTokenKind;
  name: string;
  symbol: string;
  decimals: bigint;
  /** Base units per holder. */
  rawAmount: bigint;
}

/** Creates nonstandard tokens by transactions; its nonces determine their addresses. */
export const DEPLOYER: Address = nameAddress("deployer");

type Row = readonly [kind: NonstandardTokenKind, name: string, symbol: string, decimals: bigint, rawAmount: bigint];

const E18 = 10n ** 18n;

/** In the order of creation: inserting a row changes the addresses of later ones. */
const ROWS: readonly Row[] = [
  ["implementation", "Before The Upgrade", "OLD", 18n, 0n],
  ["upgrade", "After The Upgrade", "NEW", 6n, 0n],
  ["proxy", "After The Upgrade", "NEW", 6n, 5_000n * E18],
  ["feeOnTransfer", "Tolled", "TOLL", 18n, 700n * E18],
  ["rebasing", "Elastic", "ELST", 9n, 40_000n * 10n ** 9n],
  ["refusesOdd", "Refuses Every Other Holder", "HALF", 18n, 3n * E18],
  ["eatsGas", "Eats All Gas", "EATS", 18n, 4n * E18],
  ["hangs", "Never Answers", "HANG", 18n, 5n * E18],
  ["lies", "Everybody Is Rich", "LIAR", 18n, 6n * E18],
  ["saysNothing", "Says Nothing", "MUTE", 18n, 7n * E18],
  ["saysTooLittle", "Says Too Little", "CURT", 18n, 8n * E18],
  ["saysTooMuch", "Says Too Much", "CHAT", 18n, 9n * E18],
  ["bombs", "Reverts With 64 Kilobytes", "BOMB", 18n, 10n * E18],
  ["none", "Whole", "WHOLE", 0n, 12n],
  ["none", "As Fine As A uint256 Can Be", "FINE", 77n, 10n ** 76n],
  ["none", "Finer Still", "FINER", 200n, 10n ** 70n],
  ["none", "Absurd", "ABSURD", maxUint256, 10n ** 20n],
  ["bare", "", "", 0n, 1_234n],
  ["longName", "", "", 18n, 2n * E18],
  ["plain", '"><img src=x onerror=alert(1)>', "<script>alert(1)</script>", 18n, 99n * E18],
  ["plain", "Visit claim-usdt.com", "USDT", 6n, 50_000n * 10n ** 6n],
  ["plain", "USD Coin", "USDC", 6n, 90_000n * 10n ** 6n],
];

export const nonstandardTokens: readonly NonstandardToken[] = ROWS.map(
  ([kind, name, symbol, decimals, rawAmount], nonce) => ({
    address: getContractAddress({ from: DEPLOYER, nonce: BigInt(nonce) }),
    kind,
    name,
    symbol,
    decimals,
    rawAmount,
  }),
);

/** The first of its kind; throws if there is none. */
export function getNonstandardToken(kind: NonstandardTokenKind): NonstandardToken {
  const token = nonstandardTokens.find((row) => row.kind === kind);
  if (token === undefined) throw new Error(`There is no nonstandard token of kind ${kind}`);
  return token;
}

/** An ERC-721 collection with all kinds of URIs; created after the tokens. */
export const GALLERY: Address = getContractAddress({ from: DEPLOYER, nonce: BigInt(ROWS.length) });

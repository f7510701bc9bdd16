import { type Abi, parseAbi, stringToHex } from "viem";
import { GENESIS_TIME_AT, DEVNET_CHAINS } from "../chains.ts";
import { type Artifact, getCreationCode, loadArtifact } from "./artifact.ts";
import { type Asset, toFirstDayAmount } from "./assets.ts";
import { compileContract } from "./compileContract.ts";
import { type ContractSet, type SetUpCall, toCall } from "./contractSet.ts";
import { listTokens, type DevnetToken, type TokenKind } from "./tokenTable.ts";
import { TREASURY } from "./treasury.ts";

const mintAbi: Abi = parseAbi(["function mint(address to, uint256 value)"]);
const depositAbi: Abi = parseAbi(["function deposit() payable"]);

/** Minted for the treasury per token, in first-day USD; LINK, UNI and AMPL have an initial supply. */
const MINTED_USD = 40e9;
/** For tokens priced by a pool alone, no more than that pool's depth is credible for. */
const MINTED_OF_POOLED = new Map<Asset | null, number>([
  ["MKR", 200e6],
  ["PEPE", 400e6],
  ["STA", 100e6],
  ["AERO", 300e6],
  ["DEGEN", 100e6],
]);
const WRAPPED = 2_000_000n;

type Recipe = (token: DevnetToken) => { artifact: Artifact; args: readonly unknown[] };

const plainArgs = ({ name, symbol, decimals }: DevnetToken) => [name, symbol, decimals];

const RECIPES: Record<TokenKind, Recipe> = {
  plain: (token) => ({ artifact: compileContract("PlainToken"), args: plainArgs(token) }),
  silent: (token) => ({ artifact: compileContract("SilentToken"), args: plainArgs(token) }),
  feeOnTransfer: (token) => ({ artifact: compileContract("FeeOnTransferToken"), args: plainArgs(token) }),
  rebasing: ({ name, symbol }) => ({ artifact: compileContract("RebasingToken"), args: [name, symbol] }),
  bytes32: ({ name, symbol }) => ({
    artifact: compileContract("Bytes32Token"),
    args: [stringToHex(name, { size: 32 }), stringToHex(symbol, { size: 32 })],
  }),
  weth: () => ({ artifact: loadArtifact("@uniswap/v2-periphery", "build/WETH9.json"), args: [] }),
  minted: (token) => ({ artifact: compileContract("MintedToken"), args: plainArgs(token) }),
  wrapped: ({ name, symbol }) => ({ artifact: compileContract("WrappedCoin"), args: [name, symbol] }),
  link: () => ({ artifact: loadArtifact("@chainlink/contracts", "abi/v0.4/LinkToken.json"), args: [] }),
  uni: () => ({
    artifact: loadArtifact("@uniswap/governance", "build/Uni.json"),
    args: [TREASURY, TREASURY, GENESIS_TIME_AT + 10 * 365 * 86_400],
  }),
};

/** ERC-20 tokens at their mainnet addresses, with their supply at the treasury. */
export const tokens: ContractSet = {
  id: "tokens",
  chains: DEVNET_CHAINS,
  listPlacements: (chain) =>
    listTokens(chain).map((token) => {
      const { artifact, args } = RECIPES[token.kind](token);
      return { address: token.address, creation: getCreationCode(artifact, args) };
    }),
  listSetUpCalls: (chain) => listTokens(chain).flatMap(listMintCalls),
};

function listMintCalls(token: DevnetToken): SetUpCall[] {
  const { kind, address } = token;
  if (kind === "link" || kind === "uni" || kind === "rebasing") return [];
  if (kind === "weth" || kind === "wrapped") return [toCall(address, depositAbi, "deposit", [], WRAPPED * 10n ** 18n)];
  const usd = MINTED_OF_POOLED.get(token.asset) ?? MINTED_USD;
  return [toCall(address, mintAbi, "mint", [TREASURY, toFirstDayAmount(token, usd)])];
}

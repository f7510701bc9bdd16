import { type Abi, type Hex, parseAbi } from "viem";
import { type Artifact, getCreationCode, loadArtifact } from "./artifact.ts";
import { compileContract } from "./compileContract.ts";
import { encodeCall } from "./encodeCall.ts";
import { getNonstandardToken, type NonstandardToken, type NonstandardTokenKind } from "./nonstandardTokenTable.ts";

/** By their number in NonstandardToken.sol. */
const NONSTANDARD_KINDS = [
  "none",
  "refusesOdd",
  "eatsGas",
  "hangs",
  "lies",
  "saysNothing",
  "saysTooLittle",
  "saysTooMuch",
  "bombs",
] as const satisfies readonly NonstandardTokenKind[];

type NonstandardKind = (typeof NONSTANDARD_KINDS)[number];

interface Recipe {
  artifact: Artifact;
  args?: readonly unknown[];
}

const initializeAbi: Abi = parseAbi(["function initialize()"]);

const RECIPES: Record<Exclude<NonstandardTokenKind, NonstandardKind>, (token: NonstandardToken) => Recipe> = {
  bare: () => ({ artifact: compileContract("BareToken") }),
  longName: () => ({ artifact: compileContract("LongNameToken") }),
  implementation: () => ({ artifact: compileContract("UpgradeableToken") }),
  upgrade: () => ({ artifact: compileContract("UpgradedToken") }),
  proxy: () => ({
    artifact: loadArtifact("@openzeppelin/contracts", "build/contracts/ERC1967Proxy.json"),
    args: [getNonstandardToken("implementation").address, encodeCall(initializeAbi, "initialize", [])],
  }),
  feeOnTransfer: ({ name, symbol, decimals }) => ({
    artifact: compileContract("FeeOnTransferToken"),
    args: [name, symbol, Number(decimals)],
  }),
  plain: ({ name, symbol, decimals }) => ({
    artifact: compileContract("PlainToken"),
    args: [name, symbol, Number(decimals)],
  }),
  rebasing: ({ name, symbol }) => ({ artifact: compileContract("RebasingToken"), args: [name, symbol] }),
};

/** Creation code of a nonstandard token. */
export function encodeNonstandardToken(token: NonstandardToken): Hex {
  const { artifact, args } = isNonstandardKind(token.kind)
    ? describeNonstandard(token, token.kind)
    : RECIPES[token.kind](token);
  return getCreationCode(artifact, args);
}

const describeNonstandard = ({ name, symbol, decimals }: NonstandardToken, kind: NonstandardKind): Recipe => ({
  artifact: compileContract("NonstandardToken"),
  args: [name, symbol, decimals, NONSTANDARD_KINDS.indexOf(kind)],
});

const isNonstandardKind = (kind: NonstandardTokenKind): kind is NonstandardKind =>
  (NONSTANDARD_KINDS as readonly string[]).includes(kind);

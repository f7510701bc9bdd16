import { type Abi, type Hex, parseAbi } from "viem";
import { type Artifact, getCreationCode, loadArtifact } from "./artifact.ts";
import { compileContract } from "./compileContract.ts";
import { encodeCall } from "./encodeCall.ts";
import { getOddToken, type OddToken, type OddTokenKind } from "./oddTokenTable.ts";

/** By their number in OddToken.sol. */
const ODDITIES = [
  "none",
  "refusesOdd",
  "eatsGas",
  "hangs",
  "lies",
  "saysNothing",
  "saysTooLittle",
  "saysTooMuch",
  "bombs",
] as const satisfies readonly OddTokenKind[];

type Oddity = (typeof ODDITIES)[number];

interface Recipe {
  artifact: Artifact;
  args?: readonly unknown[];
}

const initializeAbi: Abi = parseAbi(["function initialize()"]);

const RECIPES: Record<Exclude<OddTokenKind, Oddity>, (token: OddToken) => Recipe> = {
  bare: () => ({ artifact: compileContract("BareToken") }),
  longName: () => ({ artifact: compileContract("LongNameToken") }),
  implementation: () => ({ artifact: compileContract("UpgradeableToken") }),
  upgrade: () => ({ artifact: compileContract("UpgradedToken") }),
  proxy: () => ({
    artifact: loadArtifact("@openzeppelin/contracts", "build/contracts/ERC1967Proxy.json"),
    args: [getOddToken("implementation").address, encodeCall(initializeAbi, "initialize", [])],
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
export function encodeOddToken(token: OddToken): Hex {
  const { artifact, args } = isOddity(token.kind) ? describeOddity(token, token.kind) : RECIPES[token.kind](token);
  return getCreationCode(artifact, args);
}

const describeOddity = ({ name, symbol, decimals }: OddToken, kind: Oddity): Recipe => ({
  artifact: compileContract("OddToken"),
  args: [name, symbol, decimals, ODDITIES.indexOf(kind)],
});

const isOddity = (kind: OddTokenKind): kind is Oddity => (ODDITIES as readonly string[]).includes(kind);

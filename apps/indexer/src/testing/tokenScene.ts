import { loadArtifact } from "@portico/devnet";
import type { BareChain } from "@portico/devnet";
import { getChain } from "@portico/evm";
import type { Address } from "@portico/evm";
import * as fc from "fast-check";
import { encodeFunctionData, numberToHex, parseAbi } from "viem";
import type { Abi } from "viem";

const at = (digits: string): Address => `0x${digits.padStart(40, "0")}`;
/** Accounts without code. */
export const ACCOUNTS = ["a11ce", "b0b", "ca401", "da7e"].map((name) => at(name));
/** Pays its value to the address in its data, and fails without value. */
const PAYER = at("fa1e500000000000000000000000000000000000");
const PAYER_CODE = "0x34156010575f5f5f5f345f355af1005b5f5ffd";

/** The contracts of a scene; lower-case. */
export interface TokenScene {
  chain: BareChain;
  token: Address;
  wrapped: Address;
  picture: Address;
  item: Address;
}

const sceneAbi: Abi = parseAbi([
  "function transfer(address to, uint256 amount)",
  "function approve(address spender, uint256 amountOrId)",
  "function setApprovalForAll(address operator, bool isApproved)",
  "function transferFrom(address from, address to, uint256 id)",
  "function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)",
  "function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)",
  "function mint(address to)",
  "function mint(address to, uint256 amount)",
  "function mint(address to, uint256 id, uint256 amount, bytes data)",
  "function deposit() payable",
  "function withdraw(uint256 amount)",
  "function balanceOf(address owner) view returns (uint256)",
  "function balanceOf(address owner, uint256 id) view returns (uint256)",
  "function ownerOf(uint256 id) view returns (address)",
  "function allowance(address owner, address spender) view returns (uint256)",
  "function getApproved(uint256 id) view returns (address)",
  "function isApprovedForAll(address owner, address operator) view returns (bool)",
]);
export const encodeSceneCall = (functionName: string, ...args: unknown[]) =>
  encodeFunctionData({ abi: sceneAbi, functionName, args });

const preset = (name: string) =>
  loadArtifact(
    "@openzeppelin/contracts",
    `build/contracts/${name}.json`,
    {},
    import.meta.resolve("@portico/devnet/package.json"),
  );
const WETH9 = () =>
  loadArtifact("@uniswap/v2-periphery", "build/WETH9.json", {}, import.meta.resolve("@portico/devnet/package.json"));

/** Deploys a contract of each standard, and sends random transactions of a few accounts, some of which fail. */
export async function playTokenScene(chain: BareChain, numRuns: number): Promise<TokenScene> {
  const deployer = ACCOUNTS[0]!;
  for (const account of ACCOUNTS) await chain.setBalance(account, 10n ** 20n);
  const scene: TokenScene = {
    chain,
    token: await chain.deploy(preset("ERC20PresetMinterPauser"), ["Coin", "COIN"], deployer),
    wrapped: getChain("eth").wrappedToken!,
    picture: await chain.deploy(preset("ERC721PresetMinterPauserAutoId"), ["Pictures", "PIC", ""], deployer),
    item: await chain.deploy(preset("ERC1155PresetMinterPauser"), [""], deployer),
  };
  await chain.install(scene.wrapped, WETH9().bytecode);
  await chain.setCode(PAYER, PAYER_CODE);
  const mint = (to: Address, ...args: unknown[]) =>
    chain.send({ from: deployer, to, data: encodeSceneCall("mint", ...args) });
  for (const account of ACCOUNTS) {
    await mint(scene.token, account, 1_000_000n);
    await mint(scene.picture, account);
    for (const id of [1n, 2n]) await mint(scene.item, account, id, 100n, "0x");
  }
  for (const [id, from] of ACCOUNTS.entries())
    await chain.send({ from, to: scene.picture, data: encodeSceneCall("approve", ACCOUNTS[3 - id], id) });
  await playActs(scene, { numRuns, seed: 26 });
  return scene;
}

/** Sends random transactions of the accounts, each in a block of its own. */
export async function playActs(scene: TokenScene, sample: { numRuns: number; seed: number }): Promise<void> {
  const random = fc.tuple(fc.nat(11), fc.nat(3), fc.nat(3), fc.nat(4), fc.integer({ min: 1, max: 60 }));
  for (const [kind, sender, other, id, amount] of fc.sample(random, sample))
    await act(scene, { kind, from: ACCOUNTS[sender]!, to: ACCOUNTS[other]!, id: BigInt(id), amount: BigInt(amount) });
}

interface Act {
  kind: number;
  from: Address;
  to: Address;
  id: bigint;
  amount: bigint;
}

async function act({ chain, token, wrapped, picture, item }: TokenScene, given: Act): Promise<void> {
  const { kind, from, to, id, amount } = given;
  const word = `0x${to.slice(2).padStart(64, "0")}`;
  const actions: object[] = [
    { to, value: numberToHex(amount) },
    { to: PAYER, value: numberToHex(amount), data: word },
    { to: PAYER, data: word },
    { to: token, data: encodeSceneCall("transfer", to, amount) },
    { to: token, data: encodeSceneCall("approve", to, amount % 3n) },
    { to: wrapped, value: numberToHex(amount), data: encodeSceneCall("deposit") },
    { to: wrapped, data: encodeSceneCall("withdraw", amount / 4n) },
    { to: picture, data: encodeSceneCall("transferFrom", from, to, id) },
    { to: picture, data: encodeSceneCall("approve", to, id) },
    { to: picture, data: encodeSceneCall("setApprovalForAll", to, amount % 3n > 0n) },
    { to: item, data: encodeSceneCall("safeTransferFrom", from, to, 1n, amount, "0x") },
    { to: item, data: encodeSceneCall("safeBatchTransferFrom", from, to, [1n, 2n], [amount / 2n, 1n], "0x") },
  ];
  await chain.rpc.call("eth_sendTransactionSync", [{ from, gas: "0x493e0", ...actions[kind] }]);
}

import { type Abi, type Address, parseAbi, parseEther, parseSignature } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import { encodeCall } from "../../contracts/encodeCall.ts";
import { DEPLOYER, getNonstandardToken } from "../../contracts/nonstandardTokenTable.ts";
import { PERMIT2, permit2Abi } from "../../contracts/permit2.ts";
import { PERMIT2_SPENDER, SPENDERS } from "../actions/approving.ts";
import type { World } from "../world.ts";
import type { Episode } from "./episode.ts";

const DEMO = mnemonicToAccount("test test test test test test test test test test test junk");
const abi: Abi = parseAbi([
  "function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
]);
const GAS = 200_000n;
const DAY_S = 86_400;
const VALUE = parseEther("3");

/** @see https://eips.ethereum.org/EIPS/eip-2612 */
const PERMIT_TYPES = {
  Permit: [
    { name: "owner", type: "address" },
    { name: "spender", type: "address" },
    { name: "value", type: "uint256" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint256" },
  ],
} as const;

const PERMIT2_TYPES = {
  PermitDetails: [
    { name: "token", type: "address" },
    { name: "amount", type: "uint160" },
    { name: "expiration", type: "uint48" },
    { name: "nonce", type: "uint48" },
  ],
  PermitSingle: [
    { name: "details", type: "PermitDetails" },
    { name: "spender", type: "address" },
    { name: "sigDeadline", type: "uint256" },
  ],
} as const;

/** Signed by the demo owner, sent by another user: UNI if deployed, and a share of a V2 pool. */
export const permitBySignature: Episode = {
  name: "approvals by signature (EIP-2612)",
  async act(world) {
    const [pool] = world.pools.v2;
    if (pool !== undefined) await permit(world, pool.address, { name: "Uniswap V2", version: "1" });
    const uni = world.tokens.find(({ kind }) => kind === "uni");
    if (uni !== undefined) await permit(world, uni.address, { name: uni.name });
  },
};

async function permit(world: World, token: Address, named: { name: string; version?: string }): Promise<void> {
  const deadline = BigInt(world.timeAt + DAY_S);
  const [, spender = PERMIT2] = SPENDERS;
  const signature = await DEMO.signTypedData({
    domain: { ...named, chainId: world.config.chainId, verifyingContract: token },
    types: PERMIT_TYPES,
    primaryType: "Permit",
    message: { owner: DEMO.address, spender, value: VALUE, nonce: 0n, deadline },
  });
  const { r, s, v = 27n } = parseSignature(signature);
  const data = encodeCall(abi, "permit", [DEMO.address, spender, VALUE, deadline, Number(v), r, s]);
  world.writer.add({ from: DEPLOYER, to: token, data, gas: GAS });
  world.approvals.set(DEMO.address, { token, spender, left: VALUE, lastUsedAt: world.timeAt });
}

/** Permit2 has its own event for signed permits. */
export const permitWithinPermit2: Episode = {
  name: "a permission within Permit2 by signature",
  async act(world) {
    const message = {
      details: {
        token: getNonstandardToken("proxy").address,
        amount: VALUE,
        expiration: world.timeAt + 365 * DAY_S,
        nonce: 0,
      },
      spender: PERMIT2_SPENDER[world.chain],
      sigDeadline: BigInt(world.timeAt + DAY_S),
    };
    const signature = await DEMO.signTypedData({
      domain: { name: "Permit2", chainId: world.config.chainId, verifyingContract: PERMIT2 },
      types: PERMIT2_TYPES,
      primaryType: "PermitSingle",
      message,
    });
    const data = encodeCall(permit2Abi, "permit", [DEMO.address, message, signature]);
    world.writer.add({ from: DEPLOYER, to: PERMIT2, data, gas: GAS });
  },
};

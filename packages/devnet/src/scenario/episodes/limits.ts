import { type Address, parseEther } from "viem";
import { encodeCall } from "../../contracts/encodeCall.ts";
import { PERMIT2, permit2Abi } from "../../contracts/permit2.ts";
import { getNonstandardToken, type NonstandardTokenKind } from "../../contracts/nonstandardTokenTable.ts";
import { PERMIT2_SPENDER, SPENDERS } from "../actions/approving.ts";
import { APPROVE_GAS, encodeApprove } from "../actions/erc20.ts";
import { DEMO_OWNER } from "../../demoOwner.ts";
import { UNLIMITED, type World } from "../world.ts";
import type { Episode } from "./episode.ts";

const GAS = 100_000n;
const LIMIT = parseEther("1");
const DAY_S = 86_400;

/** Without tokens whose balance is unreadable: the amount at risk is unknown. */
const APPROVED: readonly NonstandardTokenKind[] = [
  "proxy",
  "rebasing",
  "feeOnTransfer",
  "refusesOdd",
  "hangs",
  "lies",
  "saysNothing",
];

export const approveNonstandardTokens: Episode = {
  name: "the demo owner approves nonstandard tokens, and raises one of the approvals",
  act(world) {
    for (const [index, kind] of APPROVED.entries()) {
      const rawAmount = index % 2 === 0 ? LIMIT : UNLIMITED;
      const data = encodeApprove(SPENDERS[index % SPENDERS.length] ?? PERMIT2, rawAmount);
      send(world, getNonstandardToken(kind).address, data, APPROVE_GAS);
    }
    send(world, getNonstandardToken("proxy").address, encodeApprove(SPENDERS[0] ?? PERMIT2, 2n * LIMIT), APPROVE_GAS);
  },
};

/**
 * One expired long ago, one at once, one is revoked, one lasts; the token's own approval of Permit2 is missing for all.
 */
export const limitByPermit2: Episode = {
  name: "the demo owner permits within Permit2",
  act(world) {
    const spender = PERMIT2_SPENDER[world.chain];
    const permit = (kind: NonstandardTokenKind, expiresAt: number) => {
      const args = [getNonstandardToken(kind).address, spender, LIMIT, expiresAt];
      send(world, PERMIT2, encodeCall(permit2Abi, "approve", args), GAS);
    };
    permit("none", world.timeAt - DAY_S);
    permit("bare", 0); // Permit2 reads it as this block's time
    permit("refusesOdd", world.timeAt + 365 * DAY_S);
    permit("lies", world.timeAt + 365 * DAY_S);
    send(
      world,
      PERMIT2,
      encodeCall(permit2Abi, "lockdown", [[{ token: getNonstandardToken("lies").address, spender }]]),
      GAS,
    );
  },
};

function send(world: World, to: Address, data: `0x${string}`, gas: bigint): void {
  if (!world.send({ from: DEMO_OWNER, to, data, gas })) throw new Error("The demo owner can't pay for its approvals");
}

import { parseAbiItem } from "viem";
import { compileStandIn } from "./compileStandIn.ts";
import { installContract } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";
import { sumByToken } from "./sumByToken.ts";

const UNIT = 10n ** 18n;
const created = parseAbiItem(
  "event StreamCreated(address indexed from, address indexed to, uint216 amountPerSec, bytes32 streamId)",
);

/** LlamaPayStandIn.sol: an owner receives a stream, and pays one. */
export const llamapayForks: ForkScene = {
  family: "llamapay",
  async install(on, row) {
    const [token] = on.tokens;
    const pay = await installContract(on, roleOf(row, "factory"), compileStandIn("LlamaPayStandIn"), [token]);
    await on.approve(token, ADMIN, pay.address);
    let rawRate = UNIT; // 0.01 a second
    return {
      async use(owner) {
        await on.mint(token, ADMIN, 10_000n * UNIT);
        await pay.write(ADMIN, "deposit", [10_000n * UNIT]);
        await pay.write(ADMIN, "createStream", [owner, rawRate++]);
        await on.mint(token, owner, 1_000n * UNIT);
        await on.approve(token, owner, pay.address);
        await pay.write(owner, "deposit", [1_000n * UNIT]);
        await pay.write(owner, "createStream", [ADMIN, rawRate++]);
      },
      async readTruth(owner) {
        const query = { address: pay.address, event: created, args: { to: owner }, fromBlock: 0n } as const;
        const streams = (await on.client.getLogs(query)).map(({ args }) => [args.from, args.to, args.amountPerSec]);
        const received = await Promise.all(
          streams.map((stream) => pay.read<readonly [bigint, bigint, bigint]>("withdrawable", stream)),
        );
        const left = await pay.read<bigint>("getPayerBalance", [owner]);
        return sumByToken([left, ...received.map(([withdrawable]) => withdrawable)].map((amount) => [token, amount]));
      },
    };
  },
};

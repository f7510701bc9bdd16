import { ZERO_ADDRESS, type Address } from "@portico/evm";
import { compileStandIn } from "./compileStandIn.ts";
import { installContract, installToken, type ForkContract } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";
import { sumByToken } from "./sumByToken.ts";

const UNIT = 10n ** 18n;
const FEE_GWEI = 7n;
const GWEI = 10n ** 9n;

/** Stand-ins: no package ships the bytecode. Of the requests for withdrawal the first can be claimed. */
export const etherFiForks: ForkScene = {
  family: "ether-fi",
  async install(on, row) {
    const [stakedToken, requestsArtifact] = ["StakedTokenStandIn", "WithdrawRequestsStandIn"].map((name) =>
      compileStandIn(name),
    );
    const [eeth, ethfi] = [
      await installToken(on, roleOf(row, "eeth"), "eETH"),
      await installToken(on, roleOf(row, "ethfi"), "ETHFI"),
    ];
    const rate = (11n * UNIT) / 10n;
    const weeth = await installContract(on, roleOf(row, "weeth"), stakedToken!, [ZERO_ADDRESS, rate]);
    const sethfi = await installContract(on, roleOf(row, "sethfi"), stakedToken!, [ethfi.address, UNIT]);
    const pool = await installContract(on, roleOf(row, "liquidityPool"), requestsArtifact!);
    const requests = await installContract(on, roleOf(row, "withdrawRequests"), requestsArtifact!);
    await on.mint(ethfi.address, sethfi.address, 50n * UNIT);
    await sethfi.write(ADMIN, "mint", [ADMIN, 30n * UNIT]);
    await pool.write(ADMIN, "setRate", [(9n * UNIT) / 10n]);
    await requests.write(ADMIN, "finalize", [1n]);
    return {
      async use(owner) {
        await on.mint(eeth.address, owner, 3n * UNIT);
        await weeth.write(ADMIN, "mint", [owner, 2n * UNIT]);
        await sethfi.write(ADMIN, "mint", [owner, 10n * UNIT]);
        for (const units of [4n, 5n]) await requests.write(owner, "request", [units * UNIT, units * UNIT, FEE_GWEI]);
      },
      async readTruth(owner) {
        const [held, wrapped, shares, supply, rawEthfi] = await Promise.all([
          eeth.read<bigint>("balanceOf", [owner]),
          weeth.read<bigint>("balanceOf", [owner]),
          sethfi.read<bigint>("balanceOf", [owner]),
          sethfi.read<bigint>("totalSupply"),
          ethfi.read<bigint>("balanceOf", [sethfi.address]),
        ]);
        return sumByToken([
          ["eth", held],
          ["eth", await weeth.read<bigint>("getEETHByWeETH", [wrapped])],
          ["eth", await readRequests(requests, pool, owner)],
          [ethfi.address, (rawEthfi * shares) / supply],
        ]);
      },
    };
  },
};

/** What all requests of an owner pay. */
async function readRequests(requests: ForkContract, pool: ForkContract, owner: Address): Promise<bigint> {
  let sum = 0n;
  for (let id = 1n; ; id++) {
    const holder = await requests.read<Address>("ownerOf", [id]);
    if (holder === ZERO_ADDRESS) return sum;
    if (holder.toLowerCase() === owner) sum += await readRequest(requests, pool, id);
  }
}

async function readRequest(requests: ForkContract, pool: ForkContract, id: bigint): Promise<bigint> {
  if (id <= (await requests.read<number>("lastFinalizedRequestId"))) return requests.read("getClaimableAmount", [id]);
  const { shareOfEEth } = await requests.read<{ shareOfEEth: bigint }>("getRequest", [id]);
  return (await pool.read<bigint>("amountForShare", [shareOfEEth])) - FEE_GWEI * GWEI; // its shares have lost
}

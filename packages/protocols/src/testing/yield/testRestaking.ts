import type { Address } from "@portico/evm";
import { NATIVE_TOKEN } from "@portico/evm";
import { expect, test } from "vitest";
import type { Adapter } from "../../adapter.ts";
import { eigenlayerFamily } from "../../families/eigenlayer/eigenlayer.ts";
import { ethenaFamily } from "../../families/ethena/ethena.ts";
import { etherFiFamily } from "../../families/ether-fi/etherFi.ts";
import { fraxFamily } from "../../families/frax/frax.ts";
import { rocketPoolFamily } from "../../families/rocket-pool/rocketPool.ts";
import { compileTestContract } from "../contracts.ts";
import { contractAt, deployContract } from "../testContract.ts";
import {
  ALICE,
  BOB,
  CAROL,
  WHOLE,
  adapterOf,
  amountOf,
  at,
  deploy,
  lab,
  locked,
  openLatest,
  staked,
  startToken,
  unwrapIn,
} from "./yieldLab.ts";

const [eigenlayer, ethena, etherfi, frax, rocketpool] = [
  adapterOf(eigenlayerFamily),
  adapterOf(ethenaFamily),
  adapterOf(etherFiFamily),
  adapterOf(fraxFamily),
  adapterOf(rocketPoolFamily),
];
const BEACON: Address = "0xbeac0eeeeeeeeeeeeeeeeeeeeeeeeeeeeeebeac0";

const deployPart = (contract: string, args: readonly unknown[]) =>
  deployContract(lab, compileTestContract("EigenLayerStandIn", contract), args);

async function positionsOf<Contracts>(adapter: Adapter<Contracts>, contracts: Contracts, owner: Address) {
  const { positions, stages } = await lab.listPositions(adapter, contracts, owner);
  expect(stages).toBeLessThanOrEqual(4);
  return positions;
}

/** On stand-ins: no package ships the bytecode. */
export function testRestaking(): void {
  test("EigenLayer: deposits are what can be withdrawn after slashing, queued withdrawals apart", async () => {
    const core = await deploy("EigenLayerStandIn");
    const [manager, pods] = [
      await deployPart("StrategyManagerStandIn", [core.address]),
      await deployPart("EigenPodManagerStandIn", [core.address]),
    ];
    const [steth, eigen] = [await startToken("stETH"), await startToken("bEIGEN")];
    const strategies: Address[] = [];
    for (const token of [steth, eigen]) {
      const { result } = await lab.client.simulateContract({
        ...manager,
        functionName: "createStrategy",
        args: [token.address],
      });
      await manager.write(ALICE, "createStrategy", [token.address]);
      const strategy = String(result).toLowerCase() as Address;
      strategies.push(strategy);
      await token.write(ALICE, "mint", [BOB, 100n * WHOLE]);
      await token.write(BOB, "approve", [manager.address, 100n * WHOLE]);
      await manager.write(BOB, "depositIntoStrategy", [strategy, 40n * WHOLE]);
    }
    const [ofSteth, ofEigen] = strategies as [Address, Address];
    await steth.write(ALICE, "mint", [ofSteth, 10n * WHOLE]); // earned
    await pods.write(BOB, "verifyValidator", [32n * WHOLE]);
    const contracts = {
      delegation: core.address,
      strategies: manager.address,
      pods: pods.address,
      eigenStrategy: ofEigen,
      eigen: ALICE,
    };
    await core.write(BOB, "queueWithdrawal", [
      [ofSteth, BEACON],
      [8n * WHOLE, 2n * WHOLE],
    ]);
    const queuedAt = (await lab.client.getBlock()).timestamp;
    await core.write(ALICE, "slash", [WHOLE / 2n]);
    const [shares] = await core.view<readonly (readonly bigint[])[]>("getWithdrawableShares", [
      BOB,
      [ofSteth, ofEigen, BEACON],
    ]);
    const strategy = contractAt(lab, compileTestContract("EigenLayerStandIn", "StrategyStandIn").abi, ofSteth);
    const worth = await strategy.view<bigint>("sharesToUnderlyingView", [shares![0]]);
    expect([worth, ...shares!.slice(1)]).toEqual([20n * WHOLE, 20n * WHOLE, 15n * WHOLE]);
    const position = (controller: Address, token: Address, rawAmount: bigint) => ({
      name: "Staked",
      pool: { controller },
      detail: { type: "common", supplies: [{ token, rawAmount }] },
    });
    expect(await positionsOf(eigenlayer, contracts, BOB)).toEqual([
      position(ofSteth, steth.address, worth),
      position(ofEigen, ALICE, shares![1]!),
      position(BEACON, NATIVE_TOKEN, shares![2]!),
      {
        ...locked(
          core,
          [
            { token: steth.address, rawAmount: 5n * WHOLE },
            { token: NATIVE_TOKEN, rawAmount: WHOLE },
          ],
          Number(queuedAt) + 101 * 12,
        ),
        positionIndex: "0",
      },
    ]);

    const { result: broken } = await lab.client.simulateContract({
      ...manager,
      functionName: "createStrategy",
      args: [ALICE], // no token
    });
    await manager.write(ALICE, "createStrategy", [ALICE]);
    await contractAt(lab, strategy.abi, String(broken) as Address).write(ALICE, "deposit", [1n]);
    const context = await openLatest(contracts);
    const emitted = [String(broken).toLowerCase(), ofSteth].map((key) => ({ contract: manager.address, key }));
    expect(await eigenlayer.listPools!({ ...context, known: [], emitted })).toMatchObject([
      { pool: { controller: ofSteth }, supplies: [amountOf(steth, 50n * WHOLE)], rawShares: 40n * WHOLE },
    ]);
    const query = { pool: { controller: ofSteth }, owners: [ALICE, BOB] };
    expect(await lab.readShares(eigenlayer, contracts, query)).toEqual([0n, shares![0]]);
  });

  test("ether.fi, Rocket Pool: staked coins by their rates, requests and nodes", async () => {
    const [eeth, weeth, ethfi] = [
      await startToken("eETH"),
      await deploy("StakedTokenStandIn", [BOB, (11n * WHOLE) / 10n]),
      await startToken("ETHFI"),
    ];
    const [sethfi, requests] = [
      await deploy("StakedTokenStandIn", [ethfi.address, WHOLE]),
      await deploy("WithdrawRequestsStandIn"),
    ];
    const contracts = {
      eeth: eeth.address,
      weeth: weeth.address,
      liquidityPool: requests.address,
      withdrawRequests: requests.address,
      ethfi: ethfi.address,
      sethfi: sethfi.address,
    };
    await eeth.write(ALICE, "mint", [BOB, 3n * WHOLE]);
    await ethfi.write(ALICE, "mint", [sethfi.address, 50n * WHOLE]);
    for (const [token, amount] of [
      [weeth, 2n],
      [sethfi, 10n],
    ] as const)
      await token.write(ALICE, "mint", [BOB, amount * WHOLE]);
    await sethfi.write(ALICE, "mint", [ALICE, 30n * WHOLE]);
    const gwei = 10n ** 9n;
    for (const amount of [4n, 5n]) await requests.write(BOB, "request", [amount * WHOLE, amount * WHOLE, 7n]);
    await requests.write(ALICE, "setRate", [(9n * WHOLE) / 10n]);
    await requests.write(ALICE, "finalize", [1n]);
    const claimable = await requests.view<bigint>("getClaimableAmount", [1n]);
    const request = (id: string, rawAmount: bigint, rawClaimable: bigint) => ({
      name: "Locked",
      ...at(requests),
      positionIndex: id,
      detail: { type: "vesting", token: { token: NATIVE_TOKEN, rawAmount }, rawClaimable },
    });
    expect(await positionsOf(etherfi, contracts, BOB)).toEqual([
      staked(eeth, NATIVE_TOKEN, 3n * WHOLE),
      staked(weeth, NATIVE_TOKEN, await weeth.view("getEETHByWeETH", [2n * WHOLE])),
      staked(sethfi, ethfi.address, (50n * WHOLE) / 4n),
      request("1", claimable, claimable),
      request("2", (9n * WHOLE) / 2n - 7n * gwei, 0n),
    ]);
    expect(await unwrapIn(etherfi, contracts, amountOf(weeth, WHOLE))).toEqual([
      { token: NATIVE_TOKEN, rawAmount: await weeth.view("getEETHByWeETH", [WHOLE]) },
    ]);
    const pools = await lab.listPools(etherfi, contracts);
    expect(pools.map(({ supplies }) => supplies[0]?.rawAmount)).toEqual([3n * WHOLE, (22n * WHOLE) / 10n, 50n * WHOLE]);

    const [nodes, reth, rpl] = [await deploy("RocketNodesStandIn"), weeth, ethfi];
    await nodes.write(CAROL, "register", [30n * WHOLE, 4n * WHOLE], 8n * WHOLE);
    const rocket = { reth: reth.address, rpl: rpl.address, storage: nodes.address, nodeManager: nodes.address };
    const bond = [{ token: NATIVE_TOKEN, rawAmount: 8n * WHOLE }, amountOf(rpl, 34n * WHOLE)];
    expect(await positionsOf(rocketpool, rocket, CAROL)).toEqual([
      { name: "Staked", ...at(nodes), detail: { type: "common", supplies: bond } },
    ]);
    expect(await positionsOf(rocketpool, rocket, BOB)).toEqual([
      staked(reth, NATIVE_TOKEN, await reth.view("getEthValue", [2n * WHOLE])),
    ]);
  });

  test("Ethena, Frax: stakes by their vaults, cooldowns, redemptions and locks until they end", async () => {
    const usde = await startToken("USDe");
    const vault = await deploy("StakedTokenStandIn", [usde.address, (12n * WHOLE) / 10n]);
    await vault.write(ALICE, "mint", [BOB, 10n * WHOLE]);
    await vault.write(BOB, "cooldownShares", [4n * WHOLE]);
    const cooldowns = await vault.view<readonly [bigint, bigint]>("cooldowns", [BOB]);
    const vaults = [vault.address];
    expect(cooldowns[1]).toBe((48n * WHOLE) / 10n);
    expect(await positionsOf(ethena, { vaults }, BOB)).toEqual([
      staked(vault, usde.address, (72n * WHOLE) / 10n),
      { ...locked(vault, [amountOf(usde, cooldowns[1])], Number(cooldowns[0])), positionIndex: "cooldown" },
    ]);

    const [queue, votingEscrow] = [await deploy("WithdrawRequestsStandIn"), await deploy("VotingEscrowStandIn")];
    for (const amount of [6n, 7n]) await queue.write(BOB, "enterRedemptionQueue", [amount * WHOLE, 2_000_000_000n]);
    await queue.write(BOB, "redeem", [1n]);
    await votingEscrow.write(BOB, "create_lock", [90n * WHOLE, 2_100_000_000n]);
    const contracts = {
      sfrxeth: vault.address,
      frxeth: usde.address,
      queues: [queue.address],
      votingEscrow: votingEscrow.address,
      fxs: ALICE,
    };
    expect(await positionsOf(frax, contracts, BOB)).toEqual([
      staked(vault, usde.address, (72n * WHOLE) / 10n),
      { ...locked(queue, [{ token: NATIVE_TOKEN, rawAmount: 7n * WHOLE }], 2_000_000_000), positionIndex: "2" },
      locked(votingEscrow, [{ token: ALICE, rawAmount: 90n * WHOLE }], 2_100_000_000),
    ]);
  });
}

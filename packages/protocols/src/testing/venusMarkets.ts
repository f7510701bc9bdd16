import type { Address } from "@portico/evm";
import { getCreationCode, loadArtifact } from "@portico/devnet";
import { maxUint256 } from "viem";
import { HEAVY } from "./heavy.ts";
import type { Lab } from "./lab.ts";
import { anyTokenAbi, deployContract, contractAt } from "./testContract.ts";
import type { TestContract } from "./testContract.ts";
import { deployToken } from "./tokens.ts";
import type { CompoundV2Contracts } from "../families/compoundV2Markets.ts";

export const ADMIN: Address = "0x0000000000000000000000000000000000000ad1";
/** The comptroller and the VAI controller hard-code these addresses. */
const XVS: Address = "0xcf6bb5389c92bdda8a3747ddb454cb7a64626c63";
const VAI: Address = "0x4bd17003473389a42daf6a0a729f6fdb328bbbd7";
const ACCESS: Address = "0x000000000000000000000000000000000000acce";
const UNIT = 10n ** 18n;

const tokenArtifact = loadArtifact("@openzeppelin/contracts", "build/contracts/ERC20PresetMinterPauser.json");
const venusArtifact = (path: string) =>
  loadArtifact(
    "@venusprotocol/venus-protocol",
    `artifacts/contracts/${path}.sol/${path.split("/").at(-1)}.json`,
    {},
    HEAVY,
  );

/**
 * The core pool of Venus with two markets that pay XVS to both sides, and VAI with a stability fee; interest of
 * hundreds of per cent a year, so that blocks emulate days.
 */
export interface VenusMarkets {
  contracts: CompoundV2Contracts;
  comptroller: TestContract;
  oracle: TestContract;
  vaiController: TestContract;
  xvs: TestContract;
  vai: TestContract;
  usd: TestContract;
  eth: TestContract;
  vUsd: TestContract;
  vEth: TestContract;
}

export async function deployVenus(lab: Lab): Promise<VenusMarkets> {
  await lab.setCode(ACCESS, "0x600160005260206000f3"); // allows everything
  const comptroller = await deployComptroller(lab);
  const oracle = await deployContract(lab, venusArtifact("test/SimplePriceOracle"));
  await comptroller.write(ADMIN, "_setPriceOracle", [oracle.address]);
  const lens = await lab.deploy(venusArtifact("Lens/ComptrollerLens"));
  await comptroller.write(ADMIN, "_setComptrollerLens", [lens]);
  await comptroller.write(ADMIN, "_setCloseFactor", [UNIT / 2n]);
  await comptroller.write(ADMIN, "_setLiquidationIncentive", [(UNIT * 11n) / 10n]);
  await lab.install(XVS, getCreationCode(tokenArtifact, ["XVS", "XVS"]), ADMIN);
  const xvs = contractAt(lab, anyTokenAbi, XVS);
  await xvs.write(ADMIN, "mint", [comptroller.address, 10n ** 30n]);
  const market = await createMarkets(lab, comptroller, oracle);
  const [usd, vUsd] = await market("USD", UNIT);
  const [eth, vEth] = await market("ETH", 2000n * UNIT);
  const { vaiController, vai } = await deployVai(lab, comptroller);
  const contracts = { comptroller: comptroller.address, stableController: vaiController.address };
  return { contracts, comptroller, oracle, vaiController, xvs, vai, usd, eth, vUsd, vEth };
}

async function deployComptroller(lab: Lab): Promise<TestContract> {
  const unitroller = await deployContract(lab, venusArtifact("Comptroller/Unitroller"), [], ADMIN);
  const artifact = venusArtifact("Comptroller/Comptroller");
  const implementation = await deployContract(lab, artifact, [], ADMIN);
  await unitroller.write(ADMIN, "_setPendingImplementation", [implementation.address]);
  await implementation.write(ADMIN, "_become", [unitroller.address]);
  const comptroller = contractAt(lab, artifact.abi, unitroller.address);
  await comptroller.write(ADMIN, "_setAccessControl", [ACCESS]);
  return comptroller;
}

async function createMarkets(lab: Lab, comptroller: TestContract, oracle: TestContract) {
  const rates = await lab.deploy(venusArtifact("InterestRateModels/JumpRateModel"), [
    0n,
    UNIT * 200n,
    UNIT * 1000n,
    (UNIT * 8n) / 10n,
  ]);
  const delegate = venusArtifact("Tokens/VTokens/VBep20Delegate");
  const implementation = await lab.deploy(delegate);
  return async (symbol: string, price: bigint): Promise<[TestContract, TestContract]> => {
    const token = contractAt(lab, anyTokenAbi, await deployToken(lab, symbol, ADMIN));
    const args = [
      token.address,
      comptroller.address,
      rates,
      2n * 10n ** 26n,
      `Venus ${symbol}`,
      `v${symbol}`,
      8,
      ADMIN,
    ];
    const at = await lab.deploy(
      venusArtifact("Tokens/VTokens/VBep20Delegator"),
      [...args, implementation, "0x"],
      ADMIN,
    );
    const market = contractAt(lab, delegate.abi, at);
    await oracle.write(ADMIN, "setUnderlyingPrice", [at, price]);
    await comptroller.write(ADMIN, "_supportMarket", [at]);
    await comptroller.write(ADMIN, "_setCollateralFactor", [at, (UNIT * 8n) / 10n]);
    await comptroller.write(ADMIN, "_setMarketSupplyCaps", [[at], [maxUint256]]);
    await comptroller.write(ADMIN, "_setMarketBorrowCaps", [[at], [maxUint256]]);
    await market.write(ADMIN, "_setReserveFactor", [UNIT / 10n]);
    await comptroller.write(ADMIN, "_setVenusSpeeds", [[at], [UNIT / 100n], [UNIT / 300n]]);
    return [token, market];
  };
}

async function deployVai(lab: Lab, comptroller: TestContract) {
  const artifact = venusArtifact("Tokens/VAI/VAI");
  await lab.install(VAI, getCreationCode(artifact, [56n]), ADMIN);
  const vai = contractAt(lab, artifact.abi, VAI);
  const unitroller = await deployContract(lab, venusArtifact("Tokens/VAI/VAIUnitroller"), [], ADMIN);
  const code = venusArtifact("Tokens/VAI/VAIController");
  const implementation = await deployContract(lab, code, [], ADMIN);
  await unitroller.write(ADMIN, "_setPendingImplementation", [implementation.address]);
  await implementation.write(ADMIN, "_become", [unitroller.address]);
  const vaiController = contractAt(lab, code.abi, unitroller.address);
  await vaiController.write(ADMIN, "initialize");
  await vaiController.write(ADMIN, "_setComptroller", [comptroller.address]);
  await vaiController.write(ADMIN, "setAccessControl", [ACCESS]);
  await vaiController.write(ADMIN, "setReceiver", [ADMIN]);
  await vaiController.write(ADMIN, "setBaseRate", [UNIT * 50n]);
  await vaiController.write(ADMIN, "_setTreasuryData", [ADMIN, ADMIN, 0n]);
  await comptroller.write(ADMIN, "_setTreasuryData", [ADMIN, ADMIN, 0n]);
  await comptroller.write(ADMIN, "_setVAIController", [vaiController.address]);
  await comptroller.write(ADMIN, "_setVAIMintRate", [5000n]);
  await vai.write(ADMIN, "rely", [vaiController.address]);
  return { vaiController, vai };
}

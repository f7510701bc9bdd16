import { ZERO_ADDRESS } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { hexToString, parseAbi, parseAbiItem } from "viem";
import { defineAdapter } from "../adapter.ts";
import type { OwnerContext, PoolContext } from "../adapter.ts";
import { proxyCreated } from "../dsproxy/dsproxy.ts";
import type { PoolState, Position } from "../position.ts";
import { toLower } from "../toLower.ts";
import { toOmitted } from "../toOmitted.ts";
import { RAY, roundUp } from "./makerMath.ts";
import { makerAbi, readDai, readIlks, readSavingsIndex, toCollateral, vatAbi } from "./makerReads.ts";
import type { Ilk, MakerContracts } from "./makerReads.ts";
import { listStakePools, readStakes, stakeSignal } from "./makerStakes.ts";
import { listVaults } from "./makerVaults.ts";

const tokenAbi = parseAbi(["function balanceOf(address owner) view returns (uint256)"]);

/** Vaults at the manager, stakes, and Dai in the savings rate. Shares of sDAI and sUSDS are ERC-4626. */
export const maker = defineAdapter<MakerContracts>({
  id: "maker",
  name: "Sky (MakerDAO)",
  siteUrl: "https://sky.money",
  category: "cdp",
  /**
   * @makerdao/dai-plugin-mcd 1.8.5 (MIT), contracts/addresses/mainnet.json; ilkRegistry, dsrManager and engines:
   * https://chainlog.sky.money
   */
  deployments: {
    eth: {
      cdpManager: "0x5ef30b9986345249bc32d8928b7ee64de9435e39",
      getCdps: "0x36a724bd100c39f0ea4d3a20f7097ee01a8ff573",
      vat: "0x35d1b3f3d7966a1dfe207aa4514c12a259a0492b",
      jug: "0x19c0976f590d67707e62397c87829d896dc0f1f1",
      ilkRegistry: "0x5a464c28d19848f44199d003bef5ecc87d090f87",
      daiJoin: "0x9759a6ac90977b93b58547b4a71c78317f391a28",
      pot: "0x197e90f9fad81970ba7976f33cbd77088e5d7cf7",
      dsrManager: "0x373238337bfe1146fb49989fc222523f83081ddb",
      proxyFactory: "0xa26e15c895efc0616177b7c1e7270a4c7d51c997",
      engines: ["0xce01c90de7fd1bcfa39e237fe6d8d9f569e8a6a3", "0x2b16c07d5fd5cc701a0a871eae2aad6da5fc8f12"],
    },
  },

  /** The vat and the pot emit no events with names, so every proxy is read: most vaults and savings are theirs. */
  signals: (contracts) => ({
    events: [
      stakeSignal(contracts),
      {
        event: parseAbiItem("event NewCdp(address indexed usr, address indexed own, uint256 indexed cdp)"),
        owners: ["own"],
        emitters: [contracts.cdpManager],
      },
      {
        event: parseAbiItem("event Join(address indexed dst, uint256 wad)"),
        owners: ["dst"],
        emitters: [contracts.dsrManager],
      },
      {
        event: proxyCreated,
        owners: ["proxy"],
        emitters: [contracts.proxyFactory],
      },
    ],
  }),

  async listPositions(context: OwnerContext<MakerContracts>) {
    const found = await Promise.all([readVaults(context), readStakes(context), readSavings(context)]);
    return found.flat();
  },

  async listPools(context: PoolContext<MakerContracts>) {
    const found = await Promise.all([listVaultPools(context), listStakePools(context), listSavingsPools(context)]);
    return found.flat();
  },

  async readShares({ contracts, read }, { controller }, owners) {
    if (controller !== contracts.dsrManager) return owners.map(() => 0n);
    return read(
      owners.map((owner) => ({ address: controller, abi: makerAbi, functionName: "pieOf", args: [owner] }) as const),
    );
  },
});

async function readVaults(context: OwnerContext<MakerContracts>): Promise<Position[]> {
  const { contracts, read } = context;
  const { cdpManager, vat } = contracts;
  const { vaults: cdps, omitted } = await listVaults(context);
  const distinct = [...new Set(cdps.map(({ ilk }) => ilk))];
  const [dai, ilks, states, free, idle] = await Promise.all([
    readDai(context),
    readIlks(context, distinct),
    read(cdps.map(({ ilk, urn }) => ({ address: vat, abi: vatAbi, functionName: "urns", args: [ilk, urn] }) as const)),
    read(cdps.map(({ ilk, urn }) => ({ address: vat, abi: vatAbi, functionName: "gem", args: [ilk, urn] }) as const)),
    read(cdps.map(({ urn }) => ({ address: vat, abi: vatAbi, functionName: "dai", args: [urn] }) as const)),
  ]);
  const positions = cdps.flatMap(({ id, ilk: kind }, index) => {
    const [ink, art] = states[index]!;
    const vault = { ink, art, free: free[index]!, idle: idle[index]! };
    return toPosition({ contracts, dai, id, kind, ilk: ilks[distinct.indexOf(kind)]!, vault });
  });
  return omitted === 0
    ? positions
    : [...positions, toOmitted(cdpManager, `${omitted} more vaults. Anybody can open vaults for this address.`)];
}

interface VaultReading {
  contracts: MakerContracts;
  dai: Address;
  id: bigint;
  kind: Hex;
  ilk: Ilk;
  /** Locked collateral, its debt, and what liquidations and repayments left over: collateral, and Dai of 45 decimals. */
  vault: { ink: bigint; art: bigint; free: bigint; idle: bigint };
}

function toPosition({ contracts, dai, id, kind, ilk, vault }: VaultReading): Position[] {
  const { ink, art, free, idle } = vault;
  const owed = art * ilk.rate;
  const supplies = [
    { token: ilk.token, rawAmount: toCollateral(ink, ilk), isCollateral: true },
    { token: ilk.token, rawAmount: toCollateral(free, ilk), isCollateral: false },
  ].filter(({ rawAmount }) => rawAmount > 0n);
  const borrows = [{ token: dai, rawAmount: owed > idle ? roundUp(owed - idle) : 0n }].filter(
    ({ rawAmount }) => rawAmount > 0n,
  );
  if (supplies.length + borrows.length === 0) return [];
  const healthRate = owed === 0n ? null : Number((ink * ilk.spot * 10n ** 18n) / owed) / 1e18;
  const pool = { controller: contracts.vat, index: toName(kind) };
  const detail = { type: "lending", supplies, borrows, healthRate } as const;
  return [{ name: "Lending", detail, pool, positionIndex: String(id) }];
}

/** "ETH-A". */
const toName = (ilk: Hex): string => hexToString(ilk, { size: 32 }).replace(/\0+$/, "");

/** An owner's own, and by the manager of accounts that can't update the pot themselves. */
async function readSavings(context: OwnerContext<MakerContracts>): Promise<Position[]> {
  const { contracts, owner, read } = context;
  const { dsrManager, pot } = contracts;
  const [dai, [own, managed], index] = await Promise.all([
    readDai(context),
    read([
      { address: pot, abi: makerAbi, functionName: "pie", args: [owner] },
      { address: dsrManager, abi: makerAbi, functionName: "pieOf", args: [owner] },
    ]),
    readSavingsIndex(context),
  ]);
  const shares = [
    { controller: pot, share: own },
    { controller: dsrManager, share: managed },
  ];
  return shares.flatMap(({ controller, share }): Position[] => {
    const supplies = [{ token: dai, rawAmount: (share * index) / RAY }];
    return share === 0n ? [] : [{ name: "Yield", detail: { type: "common", supplies }, pool: { controller } }];
  });
}

/** A pool for each kind of collateral that is held by an adapter: those without a balance are omitted. */
async function listVaultPools({
  contracts,
  read,
  readOnce,
  tryRead,
}: PoolContext<MakerContracts>): Promise<PoolState[]> {
  const { ilkRegistry: registry, vat } = contracts;
  const [ilks] = await read([{ address: registry, abi: makerAbi, functionName: "list" }]);
  const [gems, joins] = await Promise.all([
    readOnce(ilks.map((ilk) => ({ address: registry, abi: makerAbi, functionName: "gem", args: [ilk] }) as const)),
    readOnce(ilks.map((ilk) => ({ address: registry, abi: makerAbi, functionName: "join", args: [ilk] }) as const)),
  ]);
  const balances = await tryRead(
    gems.map(
      (address, index) => ({ address, abi: tokenAbi, functionName: "balanceOf", args: [joins[index]!] }) as const,
    ),
  );
  return ilks.flatMap((ilk, index): PoolState[] => {
    const rawAmount = joins[index] === ZERO_ADDRESS ? 0n : (balances[index] ?? 0n);
    const pool = { controller: vat, index: toName(ilk) };
    const supplies = [{ token: toLower(gems[index]!), rawAmount }];
    const held = [vat, toLower(joins[index]!)];
    return rawAmount === 0n ? [] : [{ pool, name: "Lending", contracts: held, supplies, rawShares: rawAmount }];
  });
}

/** The pot, which holds the manager's part too. */
async function listSavingsPools(context: PoolContext<MakerContracts>): Promise<PoolState[]> {
  const { contracts, read } = context;
  const { dsrManager, pot } = contracts;
  const [dai, [all, managed], index] = await Promise.all([
    readDai(context),
    read([
      { address: pot, abi: makerAbi, functionName: "Pie" },
      { address: pot, abi: makerAbi, functionName: "pie", args: [dsrManager] },
    ]),
    readSavingsIndex(context),
  ]);
  const toPool = (share: bigint) => ({
    supplies: [{ token: dai, rawAmount: (share * index) / RAY }],
    rawShares: share,
  });
  return [
    { pool: { controller: pot }, name: "Yield", contracts: [pot], ...toPool(all) },
    {
      pool: { controller: dsrManager },
      name: "Yield",
      contracts: [dsrManager],
      ...toPool(managed),
      isNested: true,
      depositors: { by: "interaction", contract: dsrManager },
    },
  ];
}

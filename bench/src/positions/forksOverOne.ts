import { loadArtifact, startBareChain, type BareChain } from "@portico/devnet";
import { type Address, createRpc, getChain, type Rpc } from "@portico/evm";
import { createChainReader, listDeployed, listParts, openContext } from "@portico/protocols";
import { encodeDeployData, numberToHex, pad } from "viem";
import { type Benchmark, toRow } from "../benchmark.ts";

/** The chain with the most forks of Uniswap V2. */
const CHAIN = "bsc";
const PAIRS = 100;
const TOKENS = 400;
const ROUNDS = 9;
const DEPLOYER: Address = "0x00000000000000000000000000000000000f0c75";

const factoryArtifact = loadArtifact("@uniswap/v2-core", "build/UniswapV2Factory.json");
const tokenArtifact = loadArtifact("@uniswap/v2-core", "build/ERC20.json");

interface Fork {
  readonly factory: Address;
}

interface Cost {
  readonly ms: number;
  /** View calls, and batches of them. */
  readonly calls: number;
  readonly stages: number;
  readonly found: number;
}

/** The forks of Uniswap V2, with the function that identifies the pairs of all. */
function listForks() {
  const parts = listDeployed(CHAIN).flatMap((deployed) => [...listParts(deployed)]);
  const identify = parts.find(({ row }) => row?.family === "uniswap-v2")?.reader.identifyForks;
  if (identify === undefined) throw new Error("No family identifies the pairs of forks");
  const forks = parts
    .filter(({ reader }) => reader.identifyForks === identify)
    .map(({ contracts }) => contracts as Fork);
  return { identify, forks };
}

const toAddress = (index: number): Address => pad(numberToHex(index), { size: 20 });

/** Pairs of the factory, and tokens that are none. */
async function createCandidates(chain: BareChain, factory: Address): Promise<Address[]> {
  await chain.install(factory, encodeDeployData({ ...factoryArtifact, args: [DEPLOYER] }), DEPLOYER);
  const { abi } = factoryArtifact;
  const rpc = createRpc({ chain: getChain(CHAIN), urls: [chain.rpcUrl] });
  const pairs: Address[] = [];
  for (let index = 1; index <= PAIRS; index++) {
    const args = [toAddress(index * 2), toAddress(index * 2 + 1)];
    await chain.write(DEPLOYER, { to: factory, abi, functionName: "createPair", args });
    const pair = await rpc.readContract({ address: factory, abi, functionName: "getPair", args });
    pairs.push(String(pair).toLowerCase() as Address);
  }
  const token = await chain.deploy(tokenArtifact, [1n], DEPLOYER);
  const code = (await rpc.getCode({ address: token })) ?? "0x";
  const tokens = Array.from({ length: TOKENS }, (_, index) => toAddress(1_000_000 + index));
  for (const address of tokens) await chain.setCode(address, code);
  return [...pairs, ...tokens];
}

type Identify = ReturnType<typeof listForks>["identify"];

async function measure(rpc: Rpc, identify: Identify, forks: readonly Fork[], candidates: readonly Address[]) {
  const { number: blockNumber, hash, timestamp } = await rpc.getBlock();
  const block = { blockNumber, hash, timeAt: Number(timestamp) };
  const reading = { rpc, chain: getChain(CHAIN), block, memory: new Map() };
  const reader = createChainReader(reading);
  const before = process.cpuUsage();
  const found = await identify({ ...openContext(reading, reader, forks), contracts: forks }, candidates);
  const { user, system } = process.cpuUsage(before);
  const cost: Cost = {
    ms: (user + system) / 1000,
    calls: reader.callCount,
    stages: reader.stageCount,
    found: found.size,
  };
  return cost;
}

/** Identifying the pairs of all forks of Uniswap V2 of a chain among many tokens. */
export const forksOverOne: Benchmark = {
  names: ["positions/forks-over-one"],
  async run({ log }) {
    const { identify, forks } = listForks();
    const [first] = forks;
    if (first === undefined) throw new Error(`No forks on ${CHAIN}`);
    const chain = await startBareChain(getChain(CHAIN).chainId);
    try {
      const candidates = await createCandidates(chain, first.factory);
      const rpc = createRpc({ chain: getChain(CHAIN), urls: [chain.rpcUrl] });
      const [ours, theirs]: [number[], number[]] = [[], []];
      for (let round = -1; round < ROUNDS; round++) {
        const one = await measure(rpc, identify, [first], candidates);
        const all = await measure(rpc, identify, forks, candidates);
        for (const { found } of [one, all])
          if (found !== PAIRS) throw new Error(`${found} of ${PAIRS} pairs are found`);
        if (all.calls > one.calls || all.stages > one.stages)
          throw new Error(`${all.calls} calls in ${all.stages} batches; one fork: ${one.calls} in ${one.stages}`);
        if (round < 0) continue; // warms the code
        ours.push(all.ms);
        theirs.push(one.ms);
        log(`${forks.length} forks ${all.ms.toFixed(0)} ms, one ${one.ms.toFixed(0)} ms; ${all.calls} calls each`);
      }
      return [
        toRow({
          name: "positions/forks-over-one",
          unit: "ms CPU",
          against: "one fork",
          goal: 0.5,
          kind: "cost",
          ours,
          theirs,
        }),
      ];
    } finally {
      await chain.stop();
    }
  },
};

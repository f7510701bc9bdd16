import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import {
  ContractDecoder,
  EdrContext,
  L1_CHAIN_TYPE,
  l1GenesisState,
  l1HardforkLatest,
  l1HardforkToString,
  l1ProviderFactory,
  MineOrdering,
} from "@nomicfoundation/edr";
import type { Provider } from "@nomicfoundation/edr";
import { devnetChains, GENESIS_TIME_AT } from "../../chains.ts";

/** A node of another kind than anvil: EDR, the node of Hardhat. It runs within this process. */
export interface EdrNode {
  rpcUrl: string;
  stop: () => Promise<void>;
}

const BLOCK_GAS = 3_000_000_000n;
const CALL_GAS = 30_000_000n;

/** Serves the provider's results over HTTP, a batch as an array. Any account may send once it is impersonated. */
export async function startEdrNode(): Promise<EdrNode> {
  const provider = await createProvider();
  const server = createServer((request, response) => {
    void (async () => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      const calls: unknown = JSON.parse(body);
      const reply = Array.isArray(calls) ? await performAll(provider, calls) : await perform(provider, calls);
      response.writeHead(200, { "content-type": "application/json" }).end(reply);
    })().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    rpcUrl: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function performAll(provider: Provider, calls: readonly unknown[]): Promise<string> {
  const replies: string[] = [];
  for (const call of calls) replies.push(await perform(provider, call));
  return `[${replies.join(",")}]`;
}

async function perform(provider: Provider, call: unknown): Promise<string> {
  const { data } = await provider.handleRequest(JSON.stringify(call));
  const answer: object = typeof data === "string" ? (JSON.parse(data) as object) : (data as object);
  return JSON.stringify({ jsonrpc: "2.0", ...answer, id: (call as { id: unknown }).id });
}

/** A process may have only one. */
let context: Promise<EdrContext> | undefined;

async function createContext(): Promise<EdrContext> {
  const created = new EdrContext();
  await created.registerProviderFactory(L1_CHAIN_TYPE, l1ProviderFactory());
  return created;
}

/** Like the devnet's anvil: a chain with the id of Ethereum's that mines at once, with large blocks. */
async function createProvider(): Promise<Provider> {
  const { chainId, coinbase, baseFee } = devnetChains.eth;
  const hardfork = l1HardforkLatest();
  const config = {
    allowBlocksWithSameTimestamp: false,
    allowUnlimitedContractSize: true,
    bailOnCallFailure: true,
    bailOnTransactionFailure: false,
    chainId: BigInt(chainId),
    networkId: BigInt(chainId),
    coinbase: Buffer.from(coinbase.slice(2), "hex"),
    defaultTransactionGasLimit: CALL_GAS,
    genesisState: l1GenesisState(hardfork),
    hardfork: l1HardforkToString(hardfork),
    initialBaseFeePerGas: baseFee,
    minGasPrice: 0n,
    mining: { autoMine: true, blockGasLimit: BLOCK_GAS, memPool: { order: MineOrdering.Fifo } },
    network: { genesisBlockGasLimit: BLOCK_GAS, genesisBlockTime: BigInt(GENESIS_TIME_AT) },
    observability: {},
    ownedAccounts: [],
    precompileOverrides: [],
    transactionGasCap: false as const,
  };
  const logger = { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => {} };
  const subscription = { subscriptionCallback: () => {} };
  context ??= createContext();
  return (await context).createProvider(L1_CHAIN_TYPE, config, logger, subscription, new ContractDecoder());
}

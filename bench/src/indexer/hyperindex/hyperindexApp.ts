import type { Address } from "viem";

export const VERSION = "2.32.12";

/** HyperIndex and what the code that it generates depends on, so that one installation serves every round. */
export const PACKAGES: object = {
  private: true,
  dependencies: {
    envio: VERSION,
    "@rescript/react": "0.12.1",
    "bignumber.js": "9.1.2",
    "date-fns": "3.3.1",
    dotenv: "16.4.5",
    ethers: "6.8.0",
    express: "4.19.2",
    ink: "3.2.0",
    "ink-big-text": "1.2.0",
    "ink-spinner": "4.0.3",
    "js-sdsl": "4.4.2",
    pino: "8.16.1",
    postgres: "3.4.1",
    "prom-client": "15.0.0",
    react: "18.2.0",
    "react-dom": "18.2.0",
    rescript: "11.1.3",
    "rescript-envsafe": "5.0.0",
    "rescript-schema": "9.3.0",
    viem: "2.21.0",
    yargs: "17.7.2",
  },
};

/**
 * Blocks per `eth_getLogs`: the fastest of 20, 50 and 100. Its default of 10,000 asks for all events of the chain at
 * once, which takes longer than its time limit.
 */
const BLOCKS_PER_QUERY = 20;

/** The example of Ponder as an app of HyperIndex: two account balances and one row for each Transfer. */
export const toAppFiles = (rpcUrl: string, tokens: readonly Address[]): Record<string, string> => ({
  "config.yaml": `name: erc20
unordered_multichain_mode: true
preload_handlers: true
rollback_on_reorg: false
networks:
  - id: 1
    start_block: 0
    rpc_config:
      url: ${rpcUrl}
      initial_block_interval: ${BLOCKS_PER_QUERY}
      interval_ceiling: ${BLOCKS_PER_QUERY}
    contracts:
      - name: ERC20
        address: ${JSON.stringify(tokens)}
        handler: src/EventHandlers.js
        events:
          - event: "Transfer(address indexed from, address indexed to, uint256 value)"
`,
  "schema.graphql": `type Account {
  id: ID!
  balance: BigInt!
}

type TransferEvent {
  id: ID!
  amount: BigInt!
  timestamp: Int!
  from: String! @index
  to: String!
}
`,
  "package.json": JSON.stringify({ private: true }),
  "src/EventHandlers.js": `const { ERC20 } = require("generated");

ERC20.Transfer.handler(async ({ event, context }) => {
  const { from, to, value } = event.params;
  const sender = await context.Account.get(from);
  context.Account.set({ id: from, balance: (sender?.balance ?? 0n) - value });
  const recipient = await context.Account.get(to);
  context.Account.set({ id: to, balance: (recipient?.balance ?? 0n) + value });
  const { number, timestamp } = event.block;
  context.TransferEvent.set({ id: number + "-" + event.logIndex, amount: value, timestamp, from, to });
});
`,
});

import { join } from "node:path";
import type { ContractClaim } from "./claim.ts";
import { findChainIn } from "./chainNames.ts";
import { listFileAddresses, listFiles } from "./files.ts";

interface Deployment {
  protocol: string;
  /** Of the unpacked sources. */
  folder: string;
  files: RegExp;
  /** Names around what is not the protocol's own contract. */
  except?: RegExp;
  /** If given, only addresses within these names. */
  only?: RegExp;
  /** Of sources that name none. */
  chain?: string;
  rank?: ContractClaim["rank"];
}

/** Tokens and accounts in files of deployments. */
const NEVER =
  /token$|tokens$|coin(s|_addresses)?$|multisig|owner|admin|deployer|treasury|weth$|wsteth$|canonical|priceFeed|chainlink|oracle|multicall|governance$/i;

const ENSNODE = /^dist\/index\.js$/;
const TESTNETS = /sepolia|devnet|holesky/i;

/** Packages of the protocols themselves; versions and licences are in contractNames.ts. */
const DEPLOYMENTS: readonly Deployment[] = [
  { protocol: "0x", folder: "0x-contract-addresses", files: /^addresses\.json$/ },
  {
    protocol: "hop",
    folder: "hop",
    files: /^packages\/sdk\/src\/addresses\/mainnet\.ts$/,
    only: /^(l1Bridge|l2Bridge|l2AmmWrapper|l2SaddleSwap|l2SaddleLpToken|l2HopBridgeToken|cctp(L1|L2)?Bridge|l1CctpBridge|l2CctpBridge|hopRewards|rewardsContracts|.*rewards.*)$/i,
  },
  {
    protocol: "hop",
    folder: "hop",
    files: /^packages\/frontend\/src\/config\/addresses\.ts$/,
    only: /stakingRewardsContracts$/i,
  },
  {
    protocol: "hop",
    folder: "hop",
    files: /^packages\/frontend\/src\/pages\/Rewards\/config\.ts$/,
    only: /rewardsContractAddress/,
  },
  {
    protocol: "curve",
    folder: "curvefi-api",
    files: /^lib\/constants\/pools\/\w+\.js$/,
    only: /^(swap|token|gauge|deposit|sCurveRewards)_address$/,
  },
  {
    protocol: "curve",
    folder: "curvefi-api",
    files: /^lib\/constants\/network_constants\.js$/,
    only: /^[a-z_]*(minter|factory|escrow|distributor|controller|router|deposit|gauge|calc|registry|provider|voting|zap)[a-z_]*$/,
  },
  { protocol: "sushiswap", folder: "sushi-5.1.30", files: /^_cjs\/config\/features\/route-processor\.js$/ },
  {
    protocol: "sushiswap",
    folder: "sushi-7.3.15",
    files: /^_cjs\/evm\/config\/features\/(red-snwapper|master-chef|mini-chef|sushiswap-v2|blade|aggregator)\.js$/,
    only: /ADDRESS|FACTORY/,
    except: /INIT_CODE|TOKEN/,
  },
  {
    protocol: "curve",
    folder: "beefy-api",
    files: /^src\/data\/\w+\/curve(Lend)?Pools\.json$/,
    only: /^(pool|gauge|token|address)$/,
  },
  { protocol: "curve", folder: "beefy-api", files: /^src\/data\/\w+\/convexPools\.json$/, only: /^(pool|gauge)$/ },
  { protocol: "convex", folder: "beefy-api", files: /^src\/data\/\w+\/convexPools\.json$/, only: /^rewardPool$/ },
  { protocol: "aura", folder: "beefy-api", files: /^src\/data\/\w+\/aura\w*Pools\.json$/i, only: /^gauge$/ },
  {
    protocol: "aerodrome",
    folder: "beefy-api",
    files: /^src\/data\/base\/aerodrome\w*\.json$/,
    only: /^(address|gauge)$/,
    except: /^lp\d/,
  },
  {
    protocol: "velodrome",
    folder: "beefy-api",
    files: /^src\/data\/\w+\/(oldV|v)elodrome\w*\.json$/,
    only: /^(address|gauge)$/,
    except: /^lp\d/,
  },
  {
    protocol: "curve",
    folder: "defisaver-sdk",
    files: /^src\/utils\/convexPoolInfo\.json$/,
    only: /^(lpToken|gauge)$/,
    chain: "eth",
  },
  {
    protocol: "convex",
    folder: "defisaver-sdk",
    files: /^src\/utils\/convexPoolInfo\.json$/,
    only: /^crvRewards$/,
    chain: "eth",
  },
  {
    protocol: "curve",
    folder: "defisaver-sdk",
    files: /^src\/utils\/curve(PoolInfo\.json|usd-utils\.ts)$/,
    only: /^(swapAddr|lpToken|gauges?|controllerAddress|depositContract)$/,
    chain: "eth",
  },
  { protocol: "gearbox", folder: "gearbox-sdk-gov", files: /^lib\/contracts\/utilsContracts\.js$/ },
  {
    protocol: "arbitrum",
    folder: "arbitrum-sdk",
    files: /^dist\/lib\/dataEntities\/networks\.js$/,
    only: /^mainnet(Token|ETH)Bridge$/,
  },
  {
    protocol: "lido",
    folder: "lido-sdk-constants",
    files: /^dist\/esm\/(tokens|withdrawal_queue|aggregator)\.js$/,
    except: /^LDO$|AGGREGATOR/,
    chain: "eth",
    only: /^Mainnet$/,
  },
  { protocol: "liquity", folder: "liquity-lib-ethers", files: /^dist\/deployments\/mainnet\.json$/, chain: "eth" },
  {
    protocol: "frankencoin",
    folder: "frankencoin-zchf",
    files: /^exports\/address\.config\.ts$/,
    except: /uniswap|^ccip|chainlink|linkToken|usdc|xchf|frankencoin$/i,
  },
  { protocol: "gitcoin", folder: "grants-stack-indexer", files: /^src\/config\.ts$/, only: /^subscriptions$/ },
  {
    protocol: "beefy_finance",
    folder: "beefy-v2",
    files: /^src\/config\/vault\/\w+\.json$/,
    only: /^earnContractAddress$/,
  },
  {
    protocol: "beefy_finance",
    folder: "beefy-v2",
    files: /^src\/config\/promos\/chain\/\w+\.json$/,
    only: /^contractAddress$/,
  },
  {
    protocol: "beefy_finance",
    folder: "beefy-v2",
    files: /^src\/config\/zap\/zaps\.json$/,
    only: /^(router|manager)$/,
  },
  {
    protocol: "yearn",
    folder: "ydaemon",
    files: /^data\/meta\/vaults\/\d+\.json$/,
    only: /^0x/,
    except:
      /^(token|registry|accountant|strategist|contract|guardian|management|governance|rewards|lastActiveStrategies)$/,
  },
  {
    protocol: "ens",
    folder: "ensnode-datasources",
    files: ENSNODE,
    only: /^(ENSRoot|ReverseResolver(Root|Base|Linea|Optimism|Arbitrum|Scroll))$/,
    except: TESTNETS,
  },
  { protocol: "basenames", folder: "ensnode-datasources", files: ENSNODE, only: /^Basenames$/, except: TESTNETS },
  { protocol: "lineanames", folder: "ensnode-datasources", files: ENSNODE, only: /^Lineanames$/, except: TESTNETS },
  { protocol: "efp", folder: "ensnode-datasources", files: ENSNODE, only: /^EFP/, except: TESTNETS },
  { protocol: "3dns", folder: "ensnode-datasources", files: ENSNODE, only: /^ThreeDNS/, except: TESTNETS },
];

export const listDeploymentClaims = (root: string): ContractClaim[] =>
  DEPLOYMENTS.flatMap((one) => listClaims(root, one));

function listClaims(
  root: string,
  { protocol, folder, files, except, only, chain: fixed, rank = "deployment" }: Deployment,
): ContractClaim[] {
  return [...listFiles(join(root, folder), files)].flatMap(listFileAddresses).flatMap(({ address, path }) => {
    const chain = fixed ?? findChainIn(path);
    const last = path.findLast((name) => !name.includes("=")) ?? "";
    if (chain === undefined || (only !== undefined && !path.some((name) => only.test(name)))) return [];
    if (except !== undefined && path.some((name) => except.test(name))) return [];
    if (NEVER.test(last) && only?.test(last) !== true) return [];
    return [{ protocol, chain, address, rank }];
  });
}

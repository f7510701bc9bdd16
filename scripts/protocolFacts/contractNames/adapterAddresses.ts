import { join } from "node:path";
import { findChain, findChainIn } from "./chainNames.ts";
import type { ContractClaim, Rank } from "./claim.ts";
import { listFileAddresses, listFiles, type SourceFile } from "./files.ts";
import { toProtocolKey } from "./protocolKey.ts";

/** Adapters of funds, exchanges and portfolios, which name other protocols' contracts. */
const OTHERS =
  /treasury|hinkal|turtle|^cex|curator|portfolio|index|-?rwa|^helper|entities|users|wallet|agg-|funds?$|dao-?fund|capital|api$|^test|^config|staking-as-a|aera|gauntlet|reservoir|veda|rumpel|nucleus|kpk|instadapp-lite|mellow|upshift|concrete|gate-?io|binance|coinbase|kraken|bitget|bybit|^okx|huobi|htx|spam|^xdao|olympus|redacted|treehouse|stakestone|btcd|zyfai|superform|40acres|autopilot|tangible|summer|brahma|sommelier|yield-?yak|definer|defiyield|metadao|factor|arcadia|rigoblock|unicrypt|krystal|dhedge|enzyme|mstable|set-protocol|multipli|cian|lista-?dao|pirex|threesigma|jones|alpha-?homora|stella|deltaprime|unlock|uncx|team-?finance|pinksale|streamflow|sablier|llamapay|superfluid|nftx|blur-?bid|x2y2|sudoswap|reserve|gyroscope/i;
/** What an adapter names beside the protocol's own contracts. */
const NOT_CONTRACT =
  /token|coin|usd|weth|wbtc|eth$|btc$|asset|underlying|treasury|multisig|wallet|safe|holder|blacklist|whitelist|exclude|ignore|list$|\blp|lps$|lptoken|pair|pool2|strategy|collateral|oracle|feed|price|null|zero|dead|burn|from|sender|receiver|recipient|fee|reward.?token|team|dao|fund|admin|deployer|operator|curator|custod|reserve|vesting|account|address(es)?to|transfer|want|quote|base$/i;
const OWN =
  /router|factory|vault|stak|bridge|gateway|comptroller|unitroller|manager|controller|market|diamond|settlement|exchange|booster|gauge|distributor|escrow|deposit|registry|chef|farm|hub|portal|inbox|messenger|core|swap|minter|locker|voter|lending|protocol|proxy|pool/i;

interface AdapterSource {
  folder: string;
  files: RegExp;
  rank: Rank;
  /** The part of a path that names the protocol; undefined: the name before the chain's. */
  protocolOf?: (path: string) => string;
}

const nameAfter =
  (depth: number) =>
  (path: string): string =>
    (path.split("/")[depth] ?? "").replace(/\.\w+$/, "");

const SOURCES: readonly AdapterSource[] = [
  {
    folder: "defillama-dimension-adapters",
    files: /^(aggregators|bridge-aggregators)\/.*\.ts$/,
    rank: "router",
    protocolOf: nameAfter(1),
  },
  { folder: "defillama-dimension-adapters", files: /^(dexs|fees)\/.*\.ts$/, rank: "adapter", protocolOf: nameAfter(1) },
  {
    folder: "defillama-adapters",
    files: /^projects\/(?!helper|treasury|config).*\.(js|ts|json)$/,
    rank: "adapter",
    protocolOf: nameAfter(1),
  },
  {
    folder: "defillama-adapters",
    files: /^registries\/(?!treasury|curators|deadAdapters|utils|index|bitcoin).*\.js$/,
    rank: "adapter",
  },
];

/** Addresses in the adapters of DefiLlama: those with a role of the protocol's own contracts rank higher. */
export const listAdapterClaims = (root: string): ContractClaim[] =>
  SOURCES.flatMap((source) => listSource(root, source));

function listSource(root: string, { folder, files, rank, protocolOf }: AdapterSource): ContractClaim[] {
  return [...listFiles(join(root, folder), files)].flatMap((file) => {
    const name = protocolOf?.(file.path);
    if (/test|abi/i.test(file.path.split("/").at(-1) ?? "")) return [];
    return listFile(file, name, rank);
  });
}

function listFile(file: SourceFile, fileProtocol: string | undefined, rank: Rank): ContractClaim[] {
  const only = findOnlyChain(file.text);
  return listFileAddresses(file).flatMap(({ address, path }): ContractClaim[] => {
    const chain = findChainIn(path) ?? (fileProtocol === undefined ? undefined : only);
    const name = fileProtocol ?? findNameBeforeChain(path);
    const role = path.findLast((one) => !one.includes("=") && findChain(one) === undefined) ?? "";
    if (name === undefined || OTHERS.test(name)) return [];
    const protocol = toProtocolKey(name);
    if (chain === undefined) return [{ protocol, chain: "*", address, rank: "mention" }];
    return [{ protocol, chain, address, rank: rankOf(role, rank), name: toTitle(name) }];
  });
}

/** "folks-xchain" is "Folks Xchain". */
const toTitle = (name: string): string =>
  name.replaceAll(/[-_]+/g, " ").replaceAll(/(?:^| )[a-z]/g, (start) => start.toUpperCase());

function rankOf(role: string, rank: Rank): Rank {
  if (OWN.test(role)) return rank === "adapter" ? "role" : rank;
  return NOT_CONTRACT.test(role) ? "mention" : rank;
}

/** Of a registry: `{ hop: { ethereum: { … } } }`, within a file and a variable. */
function findNameBeforeChain(path: readonly string[]): string | undefined {
  const name = path[path.findLastIndex((one, index) => index > 2 && findChain(one) !== undefined) - 1];
  return name === undefined || /^(configs?|exports|\w+Configs|data\d|covalent)$/.test(name) ? undefined : name;
}

/** The chain of a source that names one. */
function findOnlyChain(text: string): string | undefined {
  const names = text.matchAll(/CHAIN\.(\w+)|(?:^|[\s{,])['"]?(\w+)['"]?: \{|chain(?:: |\s*=\s*|Id: )['"](\w+)['"]/g);
  const found = new Set([...names].flatMap(([, one, two, three]) => findChain(one ?? two ?? three ?? "") ?? []));
  return found.size === 1 ? [...found][0] : undefined;
}

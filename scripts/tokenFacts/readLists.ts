import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Address } from "@portico/evm";
import type { ListEntry } from "./mergeLists.ts";

/** A list in a package that is unpacked in the folder. */
export interface ReadList {
  /** Name and version of the package. */
  source: string;
  licence: string;
  entries: ListEntry[];
}

/** Licences whose lists may be copied into the table. */
const PERMISSIVE = /^(MIT|ISC|Apache-2\.0|BSD-[23]-Clause)$/;

/** The lists, in order of precedence: those that are reviewed token by token first. */
export const readLists = (folder: string): Promise<ReadList[]> =>
  Promise.all(
    READERS.map(async ({ start, read }) => {
      const path = findFolder(folder, start);
      const about = JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as Record<string, string>;
      const { name = "", version = "", license: licence = "" } = about;
      if (!PERMISSIVE.test(licence)) throw new Error(`${name} has the licence '${licence}'`);
      return { source: `${name} ${version}`, licence, entries: (await read(path, about)).flatMap(toEntry) };
    }),
  );

/** What a package states; anything may be missing or malformed. */
interface RawToken {
  chainId: number | string;
  address: string;
  name?: string;
  symbol?: string;
  decimals?: number;
  logo?: string;
}

interface ListFile {
  tokens: (Omit<RawToken, "logo"> & { logoURI?: string; logoUri?: string })[];
}

const fromListFile = ({ tokens }: ListFile): RawToken[] =>
  tokens.map(({ logoURI, logoUri = logoURI, ...token }) => ({
    ...token,
    ...(logoUri !== undefined && { logo: logoUri }),
  }));
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));
const require = createRequire(import.meta.url);

interface Reader {
  /** How the folder's name starts, as `npm pack` names it. */
  start: string;
  read: (path: string, about: Readonly<Record<string, string>>) => Promise<RawToken[]> | RawToken[];
}

const READERS: readonly Reader[] = [
  {
    start: "eth-optimism-tokenlist-",
    read: (path) =>
      Object.values(require(join(path, "dist/index.js")) as Record<string, ListFile>).flatMap(fromListFile),
  },
  {
    start: "metamask-contract-metadata-",
    read: (path, { version = "" }) =>
      Object.entries(readJson(join(path, "contract-map.json")) as Record<string, RawToken & { erc20?: boolean }>)
        .filter(([, { erc20 }]) => erc20 === true)
        .map(([address, token]) => ({ ...token, chainId: 1, address, logo: toPackageUrl(version, token.logo) })),
  },
  {
    start: "beefyfinance-blockchain-addressbook-",
    read: (path) => {
      const book = require(join(path, "dist/address-book/index.js")) as {
        addressBook: Record<string, { tokens: Record<string, RawToken> }>;
      };
      return Object.values(book.addressBook).flatMap(({ tokens }) => Object.values(tokens));
    },
  },
  { start: "bitgo-statics-", read: readBitgo },
  {
    start: "superfluid-finance-tokenlist-",
    read: (path) => fromListFile(readJson(join(path, "dist/superfluid.extended.tokenlist.json")) as ListFile),
  },
  { start: "hyperlane-xyz-registry-", read: readHyperlane },
  {
    start: "yodlpay-tokenlists-",
    read: (path) =>
      ["featured", "generated"].flatMap((part) =>
        fromListFile(readJson(join(path, `dist/tokenlist-${part}.json`)) as ListFile),
      ),
  },
];

/** The package has the files of its logos; this network serves the files of packages. */
const toPackageUrl = (version: string, file = "") =>
  `https://cdn.jsdelivr.net/npm/@metamask/contract-metadata@${version}/images/${encodeURIComponent(file)}`;

interface BitgoCoin {
  isToken: boolean;
  contractAddress?: string;
  fullName: string;
  decimalPlaces: number;
  network: { type: string; chainId?: number };
}

/** Its names of coins are not the tokens' symbols. NFTs and confidential tokens are other standards. */
function readBitgo(path: string): RawToken[] {
  const { coins } = require(join(path, "dist/src/index.js")) as {
    coins: { forEach(use: (coin: BitgoCoin) => void): void };
  };
  const found: RawToken[] = [];
  coins.forEach(({ constructor: { name: kind }, isToken, network, contractAddress, fullName, decimalPlaces }) => {
    if (!isToken || network.type !== "mainnet" || contractAddress === undefined || /721|1155|7984/.test(kind)) return;
    found.push({ chainId: network.chainId ?? 0, address: contractAddress, name: fullName, decimals: decimalPlaces });
  });
  return found;
}

interface HyperlaneToken extends Omit<RawToken, "address" | "chainId"> {
  standard: string;
  chainName: string;
  addressOrDenom?: string;
  collateralAddressOrDenom?: string;
}

/** Tokens that its bridge issued, and those that it holds or mints elsewhere: not its own contracts for these. */
async function readHyperlane(path: string): Promise<RawToken[]> {
  const load = (file: string): Promise<unknown> => import(pathToFileURL(join(path, "dist", file)).href);
  const { chainMetadata } = (await load("chainMetadata.js")) as {
    chainMetadata: Record<string, { protocol: string; chainId: number }>;
  };
  const { warpRouteConfigs } = (await load("warpRouteConfigs.js")) as {
    warpRouteConfigs: Record<string, { tokens: HyperlaneToken[] }>;
  };
  const routes = Object.entries(warpRouteConfigs).filter(([id]) => !/stag(e|ing)|test/i.test(id));
  return routes.flatMap(([_id, { tokens }]) =>
    tokens.flatMap(({ standard, chainName, addressOrDenom, collateralAddressOrDenom, ...token }): RawToken[] => {
      const chain = chainMetadata[chainName];
      const isIssued = /^EvmHypSynthetic(Rebase)?$/.test(standard);
      const isOther = /^EvmHyp(Collateral|CollateralFiat|XERC20|VSXERC20)$/.test(standard);
      const address = isIssued ? addressOrDenom : isOther ? collateralAddressOrDenom : undefined;
      return chain?.protocol !== "ethereum" || address === undefined
        ? []
        : [{ ...token, chainId: chain.chainId, address }];
    }),
  );
}

function findFolder(folder: string, start: string): string {
  const name = readdirSync(folder).find((entry) => entry.startsWith(start) && !entry.endsWith(".tgz"));
  if (name === undefined) throw new Error(`'${folder}' has no ${start}`);
  return join(folder, name);
}

/** Zero, and the address that stands for a native coin in many lists. */
const NO_TOKEN = /^0x(0{40}|e{40})$/;

/** Of tokens that were deployed to try something. */
const TEST_NAME = /\(test\)$|^test token$/i;

function toEntry({ chainId, address, name, symbol, decimals, logo }: RawToken): ListEntry[] {
  const lower = address.toLowerCase();
  if (!/^0x[0-9a-f]{40}$/.test(lower) || NO_TOKEN.test(lower) || TEST_NAME.test(name ?? "")) return [];
  const isCount = decimals !== undefined && Number.isInteger(decimals) && decimals >= 0 && decimals <= 255;
  return [
    {
      chainId: Number(chainId),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was just tested
      address: lower as Address,
      name: toText(name),
      symbol: toText(symbol),
      decimals: isCount ? decimals : null,
      logoUrl: toLogoUrl(logo),
    },
  ];
}

const toText = (text = ""): string | null => (text.trim() === "" ? null : text.trim());

const toLogoUrl = (text = ""): string | null => {
  const url = URL.parse(text);
  return url?.protocol === "https:" && url.username === "" && url.password === "" ? url.href : null;
};

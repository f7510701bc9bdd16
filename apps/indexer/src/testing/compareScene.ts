import { NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import { findChainState } from "@portico/store";
import type { Store } from "@portico/store";
import { sql } from "kysely";
import { decodeAbiParameters, numberToHex } from "viem";
import { ACCOUNTS, encodeSceneCall } from "./tokenScene.ts";
import type { TokenScene } from "./tokenScene.ts";

/** Figures by what they are of; those that are zero are left out. */
type Figures = Map<string, bigint>;

export interface SceneComparison {
  stored: Record<string, Figures>;
  direct: Record<string, Figures>;
}

/**
 * What is stored of the scene's accounts, and what calls at the stored block return: balances, their sums of movements up
 * to each block that changed them, NFTs, allowances and operators.
 */
export async function compareScene(db: Store, scene: TokenScene): Promise<SceneComparison> {
  const head = (await findChainState(db, "eth"))!.balances!.blockNumber;
  const sums = await readSums(db);
  return {
    stored: {
      balances: await readFigures(
        db,
        sql`select concat_ws(' ', '0x' || encode(owner, 'hex'), '0x' || encode(token, 'hex'))
        as key, raw_amount from balance`,
      ),
      sums,
      nfts: await readFigures(
        db,
        sql`select concat_ws(' ', '0x' || encode(owner, 'hex'), '0x' || encode(contract, 'hex'), token_id)
        as key, raw_amount from nft_balance`,
      ),
      allowances: await readFigures(
        db,
        sql`select concat_ws(' ', '0x' || encode(owner, 'hex'), '0x' || encode(spender, 'hex'))
        as key, raw_amount from approval`,
      ),
      approved: await readFigures(
        db,
        sql`select concat_ws(' ', '0x' || encode(spender, 'hex'), token_id) as key, 1 as raw_amount
        from nft_approval`,
      ),
      operators: await readFigures(
        db,
        sql`select concat_ws(' ', '0x' || encode(owner, 'hex'), '0x' || encode(operator, 'hex'))
        as key, is_approved::integer as raw_amount from operator_approval`,
      ),
    },
    direct: { ...(await readDirect(scene, head)), sums: await readPast(scene, [...sums.keys()]) },
  };
}

async function readFigures(db: Store, query: ReturnType<typeof sql>): Promise<Figures> {
  const { rows } = await sql<{ key: string; raw_amount: string }>`
    select key, raw_amount::text from (${query}) q where raw_amount > 0 and substr(key, 1, 42) = any(${ACCOUNTS})
    order by key`.execute(db);
  return new Map(rows.map(({ key, raw_amount: amount }) => [key, BigInt(amount)]));
}

/** By account, token and block; of the coin less what the accounts had at first. */
async function readSums(db: Store): Promise<Figures> {
  const { rows } = await sql<{ key: string; total: string }>`
    select distinct concat_ws(' ', '0x' || encode(owner, 'hex'), '0x' || encode(token, 'hex'), block_number) as key,
      sum(case when is_inbound then raw_amount else -raw_amount end)
        over (partition by owner, token order by block_number)::text as total
    from leg where kind in (0, 2, 3, 4, 5) and '0x' || encode(owner, 'hex') = any(${ACCOUNTS})
    order by key`.execute(db);
  return new Map(rows.map(({ key, total }) => [key, BigInt(total)]));
}

const AT_FIRST = 10n ** 20n;

async function readPast(scene: TokenScene, keys: readonly string[]): Promise<Figures> {
  const read = async (key: string): Promise<[string, bigint]> => {
    const [owner, token, block] = key.split(" ") as [Address, Address, string];
    const amount = await readBalance(scene, owner, token, BigInt(block));
    return [key, token === NATIVE_TOKEN ? amount - AT_FIRST : amount];
  };
  return new Map(await Promise.all(keys.map(read)));
}

async function readBalance({ chain }: TokenScene, owner: Address, token: Address, block: bigint): Promise<bigint> {
  if (token === NATIVE_TOKEN) return BigInt(await chain.rpc.call("eth_getBalance", [owner, numberToHex(block)]));
  return await callNumber(chain, token, block, "balanceOf", owner);
}

async function callNumber(
  { rpc }: TokenScene["chain"],
  to: Address,
  block: bigint,
  functionName: string,
  ...args: unknown[]
): Promise<bigint> {
  const data = encodeSceneCall(functionName, ...args);
  const [value] = decodeAbiParameters(
    [{ type: "uint256" }],
    await rpc.call("eth_call", [{ to, data }, numberToHex(block)]),
  );
  return value;
}

async function readDirect(scene: TokenScene, block: bigint): Promise<Record<string, Figures>> {
  const { chain, token, wrapped, picture, item } = scene;
  const [balances, nfts, allowances, approved, operators]: Figures[] = [
    new Map(),
    new Map(),
    new Map(),
    new Map(),
    new Map(),
  ];
  const toAddress = (word: bigint): Address => `0x${word.toString(16).padStart(40, "0")}`;
  const call = (to: Address, name: string, ...args: unknown[]) => callNumber(chain, to, block, name, ...args);
  for (const owner of ACCOUNTS) {
    for (const one of [NATIVE_TOKEN, token, wrapped])
      note(balances!, `${owner} ${one}`, await readBalance(scene, owner, one, block));
    for (const id of [1n, 2n]) note(nfts!, `${owner} ${item} ${id}`, await call(item, "balanceOf", owner, id));
    for (const other of ACCOUNTS) {
      note(allowances!, `${owner} ${other}`, await call(token, "allowance", owner, other));
      note(operators!, `${owner} ${other}`, await call(picture, "isApprovedForAll", owner, other));
    }
  }
  for (const id of ACCOUNTS.keys()) {
    nfts!.set(`${toAddress(await call(picture, "ownerOf", BigInt(id)))} ${picture} ${id}`, 1n);
    const spender = await call(picture, "getApproved", BigInt(id));
    if (spender > 0n) approved!.set(`${toAddress(spender)} ${id}`, 1n);
  }
  return { balances: balances!, nfts: nfts!, allowances: allowances!, approved: approved!, operators: operators! };
}

const note = (figures: Figures, key: string, amount: bigint): void => void (amount > 0n && figures.set(key, amount));

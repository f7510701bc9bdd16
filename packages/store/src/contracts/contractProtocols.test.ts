import { afterAll, expect, test } from "vitest";
import type { Address } from "../encoding/bytea.ts";
import { listContractProtocols } from "./contractProtocols.ts";
import { writeProtocolContracts } from "../protocols/protocolContracts.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const [pool, share, plain, unseen] = [1, 2, 3, 4].map(address) as [Address, Address, Address, Address];

test("contracts have their protocols, the first claim of several counts, on their chain only, and others are omitted", async () => {
  await writeProtocolContracts(
    db,
    "eth",
    { blockNumber: 9n, timeAt: 900 },
    [pool, share, plain],
    [
      { address: pool, protocolId: "uniswap3", identity: "place" },
      { address: share, protocolId: "yearn", identity: "receipt" },
      { address: share, protocolId: "erc4626", identity: "receipt" },
    ],
  );
  const all = [pool, share, plain, unseen];
  expect(await listContractProtocols(db, "eth", all)).toEqual(
    new Map([
      [pool, "uniswap3"],
      [share, "yearn"],
    ]),
  );
  const reversed = ["erc4626", "yearn"].map(
    (protocolId) => ({ address: share, protocolId, identity: "receipt" }) as const,
  );
  await writeProtocolContracts(db, "eth", { blockNumber: 10n, timeAt: 1_000 }, [share], reversed);
  expect((await listContractProtocols(db, "eth", all)).get(share)).toBe("erc4626");
  expect(await listContractProtocols(db, "base", all)).toEqual(new Map());
  expect(await listContractProtocols(db, "eth", [])).toEqual(new Map());
});

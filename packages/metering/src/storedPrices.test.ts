import { closeDatabase, openDatabase, removeUnitPrice, setUnitPrice } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, expect, test, vi } from "vitest";
import { CONTRACT_PRICES } from "./contractPrices.ts";
import { listPrices } from "./listPrices.ts";
import { createStoredPrices } from "./storedPrices.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const SEND = "postOfficialGroupSend";
const PATHS = [SEND, `${SEND}Unversioned`];

test("M12 operators' prices apply on every server, also at the unprefixed path, whatever its settings", async () => {
  const log = { warn: () => undefined, error: () => undefined };
  const prices = createStoredPrices({ db, overrides: { [SEND]: 5, [`${SEND}Unversioned`]: 6, getToken: 3 }, log });
  const charged = async () => {
    prices.onNotify();
    await prices.ready();
    return PATHS.map(prices.priceOf);
  };
  const listed = async () => (await listPrices(db)).filter(({ operation }) => PATHS.includes(operation));
  const ofContract = PATHS.map((operation) => CONTRACT_PRICES[operation]);
  expect(await charged()).toEqual([5, 6]);
  expect((await listed()).map(({ units }) => units)).toEqual(ofContract);
  await setUnitPrice(db, { operation: SEND, units: 7, updatedBy: "test" });
  await setUnitPrice(db, { operation: "noSuchOperation", units: 7, updatedBy: "test" });
  await setUnitPrice(db, { operation: "getHealthz", units: 7, updatedBy: "test" });
  expect(await charged()).toEqual([7, 7]);
  expect((await listed()).map(({ units, override }) => [units, override?.operation])).toEqual([
    [7, SEND],
    [7, SEND],
  ]);
  expect([prices.priceOf("getToken"), prices.priceOf("getHealthz")]).toEqual([3, 0]);
  await setUnitPrice(db, { operation: `${SEND}Unversioned`, units: 8, updatedBy: "test" });
  expect(await charged()).toEqual([7, 8]);
  for (const operation of PATHS) await removeUnitPrice(db, operation);
  expect(await charged()).toEqual([5, 6]);
  prices.stop();
});

test("a read that fails after the end is not retried", async () => {
  const nowhere = openDatabase("postgresql://nobody@127.0.0.1:1/none");
  const warn = vi.fn<() => void>();
  const prices = createStoredPrices({ db: nowhere, log: { warn, error: () => undefined } });
  prices.onNotify();
  prices.stop();
  await prices.ready();
  expect(warn).not.toHaveBeenCalled();
  await closeDatabase(nowhere);
});

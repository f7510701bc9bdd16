import { chains } from "@portico/evm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listOwnAddresses } from "../catalogue/catalogue.ts";
import { listAddresses } from "../catalogue/listAddresses.ts";
import { listDeployed, listParts } from "../deployed.ts";
import { lab, startDerivLab } from "../testing/deriv/derivLab.ts";
import { testGmxV1 } from "../testing/deriv/testGmxV1.ts";
import { testGmxV2 } from "../testing/deriv/testGmxV2.ts";
import { testLlamapay } from "../testing/deriv/testLlamapay.ts";
import { testMasterchef } from "../testing/deriv/testMasterchef.ts";
import { testSablier } from "../testing/deriv/testSablier.ts";
import { testStakingOnly } from "../testing/deriv/testStakingOnly.ts";
import { testTomb } from "../testing/deriv/testTomb.ts";

beforeAll(startDerivLab);
afterAll(() => lab.stop());

test("no staking contract of unknown code is also another family's or an adapter's", () => {
  const unknown = new Set(["masterchef", "staking-only", "pool2", "tomb"]);
  for (const { slug } of chains) {
    const parts = listDeployed(slug).flatMap(listParts);
    const readers = parts.filter(({ reader }) => reader.listPositions !== undefined);
    const others = readers.filter(({ row }) => row === undefined || !unknown.has(row.family));
    const own = others.flatMap(({ row, contracts }) => (row ? listOwnAddresses(row) : listAddresses(contracts)));
    const taken = new Set(own);
    const rows = readers.flatMap(({ row }) => (row !== undefined && unknown.has(row.family) ? [row] : []));
    const twice = rows.filter((row) => listOwnAddresses(row).some((address) => taken.has(address)));
    expect(twice).toEqual([]);
    const listed = rows.flatMap(listOwnAddresses);
    expect(listed.filter((address, index) => listed.indexOf(address) !== index)).toEqual([]);
  }
});

testMasterchef();
testStakingOnly();
testGmxV1();
testGmxV2();
testSablier();
testLlamapay();
testTomb();

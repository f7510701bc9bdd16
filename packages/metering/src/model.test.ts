import { createAccount, grantUnits, reapLeases } from "@portico/store";
import { createTestDatabase, findImbalances } from "@portico/store/testing";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createMeter } from "./createMeter.ts";
import type { Meter } from "./createMeter.ts";
import type { Charge } from "./createSpender.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const PROCESSES = 3;
const ACCOUNTS = 2;
const GRANTED = 300;

const process = fc.nat({ max: PROCESSES - 1 });
const account = fc.nat({ max: ACCOUNTS - 1 });
const charge = fc.record({ kind: fc.constant("charge"), process, account, units: fc.integer({ min: 1, max: 60 }) });
const refund = fc.record({ kind: fc.constant("refund"), nth: fc.nat() });
const grant = fc.record({ kind: fc.constant("grant"), account, units: fc.integer({ min: -80, max: 120 }) });
const onProcess = <K extends string>(kind: K) => fc.record({ kind: fc.constant(kind), process });
const step = fc.oneof(
  { weight: 9, arbitrary: charge },
  { weight: 3, arbitrary: refund },
  { weight: 2, arbitrary: onProcess("flush") },
  { weight: 1, arbitrary: grant },
  { weight: 1, arbitrary: onProcess("stop") },
  { weight: 1, arbitrary: onProcess("crash") },
  { weight: 1, arbitrary: onProcess("endLeases") },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

type Made = { meter: Meter; charge: Charge; account: number; units: number };
/**
 * Expected use of each account: charges, without refunds and without calls whose result is unknown or that could not be
 * paid.
 */
type Scene = { accounts: string[]; meters: Meter[]; made: Made[]; used: number[]; names: number };

async function createScene(): Promise<Scene> {
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => createAccount(db, { name: "Test" })));
  const scene: Scene = {
    accounts: accounts.map(({ id }) => id),
    meters: [],
    made: [],
    used: accounts.map(() => 0),
    names: 0,
  };
  for (const accountId of scene.accounts)
    await grantUnits(db, { accountId, amount: GRANTED, reason: "top-up", actor: "operator" });
  for (let nth = 0; nth < PROCESSES; nth++) replace(scene, nth);
  return scene;
}

/** Replaces a process by a new one; charges of the old one can no longer be refunded. */
function replace(scene: Scene, nth: number): void {
  const lose = (fields: object) => {
    const { accountId, units } = fields as { accountId: string; units: number };
    scene.used[scene.accounts.indexOf(accountId)]! -= units;
  };
  scene.made = scene.made.filter(({ meter }) => meter !== scene.meters[nth]);
  scene.meters[nth] = createMeter({
    db,
    log: { warn: () => undefined, error: lose },
    process: `test ${nth}`,
    flushMs: 1e8,
  });
}

const endLeases = async (scene: Scene, nth: number) => {
  await sql`
    update unit_lease set expires_at = now() - interval '1 second'
    where process = ${`test ${nth}`} and account_id = any(${scene.accounts}::text[])`.execute(db);
  await reapLeases(db);
};

async function take(scene: Scene, move: Step): Promise<void> {
  if (move.kind === "charge") return await chargeOnce(scene, move);
  if (move.kind === "refund") {
    const [undone] = scene.made.splice(move.nth % Math.max(1, scene.made.length), 1);
    undone?.charge.refund();
    if (undone) scene.used[undone.account]! -= undone.units;
    return;
  }
  if (move.kind === "grant") {
    const accountId = scene.accounts[move.account]!;
    const given = grantUnits(db, { accountId, amount: move.units, reason: "test", actor: "operator" });
    await given.catch(() => undefined); // 0, or more than can be taken back
    return;
  }
  const meter = scene.meters[move.process]!;
  if (move.kind === "flush") return await meter.flush();
  if (move.kind === "endLeases") return await endLeases(scene, move.process);
  if (move.kind === "stop") await meter.close();
  else {
    for (const [nth, accountId] of scene.accounts.entries()) scene.used[nth]! -= meter.findUnreported(accountId).units;
    await endLeases(scene, move.process);
  }
  replace(scene, move.process);
}

async function chargeOnce(scene: Scene, move: { process: number; account: number; units: number }): Promise<void> {
  const meter = scene.meters[move.process]!;
  const accountId = scene.accounts[move.account]!;
  const operation = `operation ${move.units % 3}`;
  try {
    const made = await meter.charge({ accountId, keyId: `key ${move.process}`, operation, units: move.units });
    scene.made.push({ meter, charge: made, account: move.account, units: move.units });
    scene.used[move.account]! += move.units;
  } catch (error) {
    expect(error).toMatchObject({ code: "units_exhausted" });
  }
}

async function usedOf(scene: Scene): Promise<number[]> {
  const { rows } = await sql<{ units: number }>`
    select (select coalesce(sum(units), 0)::float8 from unit_usage where account_id = id) as units
    from unnest(${scene.accounts}::text[]) with ordinality as account (id, nth) order by nth`.execute(db);
  return rows.map(({ units }) => units);
}

const runs = globalThis.process.env["PORTICO_TEST_LONG"] === "1" ? 1000 : 10;

test("M03 M06 whatever processes do, and however they end, use plus remaining units equals the grants", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const scene = await createScene();
      for (const move of steps) {
        await take(scene, move);
        expect(await findImbalances(db, scene.accounts)).toEqual([]);
      }
      await Promise.all(scene.meters.map((meter) => meter.close()));
      expect(await findImbalances(db, scene.accounts)).toEqual([]);
      expect(await usedOf(scene)).toEqual(scene.used);
    }),
    { numRuns: runs },
  );
});

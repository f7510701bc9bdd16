import type { Address } from "@portico/evm";
import type { Approval } from "@portico/store";
import fc from "fast-check";
import { expect, test } from "vitest";
import { getExposure } from "./exposure.ts";

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const [PERMIT2, ROUTER, MARKET] = [address(0x22), address(0xe1), address(0xe2)];
const options = { permit2: PERMIT2, timeAt: 1_000 };

const approval = (fields: Partial<Approval>): Approval => ({
  token: address(0xc0),
  spender: ROUTER,
  isPermit2: false,
  rawAmount: 10n,
  expiresAt: null,
  changedAt: 1,
  rawBalance: 100n,
  rawPermit2: 0n,
  isContract: false,
  ...fields,
});

test("Permit2 allowances add nothing to what the token allows Permit2", () => {
  const own = approval({ spender: PERMIT2, rawAmount: 50n });
  const within = { isPermit2: true, rawPermit2: 50n, expiresAt: 1_000n };
  const all = [own, approval({ ...within, rawAmount: 40n }), approval({ ...within, rawAmount: 90n, spender: MARKET })];
  expect(getExposure(all, options)).toMatchObject({
    rawExposure: 50n,
    spenders: [
      { approval: { spender: PERMIT2 }, rawValue: 50n, rawExposure: 50n },
      { approval: { spender: MARKET }, rawValue: 50n, rawExposure: 50n },
      { approval: { spender: ROUTER }, rawValue: 40n, rawExposure: 40n },
    ],
  });
  expect(getExposure(all.slice(1), options).rawExposure).toBe(50n);
  expect(getExposure(all.slice(1, 2), options).rawExposure).toBe(40n);
});

test("a Permit2 allowance is valid in its last second and not afterwards", () => {
  const within = approval({ isPermit2: true, rawPermit2: 50n, expiresAt: 1_000n });
  expect(getExposure([within], options).spenders).toHaveLength(1);
  expect(getExposure([within], { ...options, timeAt: 1_001 }).spenders).toEqual([]);
});

test("nothing of an unknown balance is exposed", () => {
  const exposure = getExposure([approval({ rawBalance: undefined })], options);
  expect(exposure).toMatchObject({ rawBalance: 0n, rawExposure: 0n, spenders: [{ rawValue: 10n, rawExposure: 0n }] });
});

test("all approvals together expose at most the balance and at least what any one of them does", () => {
  const amount = fc.oneof(fc.bigInt({ min: 0n, max: 20n }), fc.constant(2n ** 256n - 1n));
  const fields = fc.record({
    spender: fc.constantFrom(ROUTER, MARKET, PERMIT2),
    isPermit2: fc.boolean(),
    rawAmount: amount,
    end: fc.integer({ min: 998, max: 1_002 }),
  });
  const unique = fc.uniqueArray(fields, { selector: ({ spender, isPermit2 }) => `${spender}${isPermit2}` });
  fc.assert(
    fc.property(unique, amount, (list, rawBalance) => {
      const own = list.find(({ spender, isPermit2 }) => spender === PERMIT2 && !isPermit2);
      const approvals = list.map(({ end, ...expectedFields }) => {
        const within = expectedFields.isPermit2 ? { expiresAt: BigInt(end), rawPermit2: own?.rawAmount ?? 0n } : {};
        return approval({ ...expectedFields, ...within, rawBalance });
      });
      const { rawExposure, spenders } = getExposure(approvals, options);
      expect(rawExposure).toBeLessThanOrEqual(rawBalance);
      for (const [index, spender] of spenders.entries()) {
        expect(spender.rawValue).toBeGreaterThan(0n);
        expect(spender.rawExposure).toBeLessThanOrEqual(rawExposure);
        expect(spender.rawExposure).toBeLessThanOrEqual(spenders[index - 1]?.rawExposure ?? rawBalance);
      }
      const direct = list.filter(({ isPermit2 }) => !isPermit2).reduce((sum, it) => sum + it.rawAmount, 0n);
      expect(rawExposure).toBe(direct < rawBalance ? direct : rawBalance);
    }),
  );
});

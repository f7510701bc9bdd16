import { LegKind } from "@portico/store";
import { expect, test } from "vitest";
import { countTransfers } from "./packedRange.ts";

const [ALICE, ZERO] = [`0x${"a1".repeat(20)}`, `0x${"00".repeat(20)}`] as const;

test("a transfer has two legs and a mint one; an approval and a fee are none", () => {
  const transfer = { kind: LegKind.token, counterparty: ALICE };
  const legs = [
    { ...transfer, isInbound: true },
    { ...transfer, isInbound: false },
    { kind: LegKind.nft, isInbound: true, counterparty: ZERO },
    { kind: LegKind.approval, isInbound: false, counterparty: ALICE },
    { kind: LegKind.fee, isInbound: false, counterparty: ALICE },
  ];
  expect(countTransfers(legs)).toBe(2);
});

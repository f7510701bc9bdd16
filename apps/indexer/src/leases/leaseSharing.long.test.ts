import { expect, test } from "vitest";
import { createLeaseSociety, disturb, listGaps, listLateLines } from "../testing/leaseSociety.ts";

test("through twenty kills and stops at random times, every name has a writer, and never two", async () => {
  const society = await createLeaseSociety(["a", "b", "c", "d"]);
  try {
    await disturb(society, 10);
    const journal = await society.readJournal();
    expect(listLateLines(journal)).toEqual([]);
    expect(listGaps(journal)).toEqual([]);
    expect(society.complaints()).toBe("");
    expect(journal.length).toBeGreaterThan(2_000);
  } finally {
    await society.drop();
  }
}, 300_000);

/** Every example of every response in the contract. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { callOperation } from "./testing/callOperation.ts";
import { contractOperations } from "./testing/contractOperations.ts";
import { startMock, type RunningMock } from "./testing/startMock.ts";

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock[Symbol.asyncDispose]());

test.for(contractOperations)("$id returns every example by its name", async (operation) => {
  for (const [status, names] of operation.examples) {
    if (status === "default") continue;
    for (const name of names) {
      const response = await callOperation(mock.url, operation, `code=${status}, example=${name}`);
      expect([name, response.status]).toEqual([name, Number(status)]);
    }
  }
});

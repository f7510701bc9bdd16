/** A sample of the operations; in the long tests all of them. */
import { operationTable } from "@portico/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callOperation } from "./testing/callOperation.ts";
import { contractOperations, someOf, type ContractOperation } from "./testing/contractOperations.ts";
import { schemaErrors } from "./testing/schemaErrors.ts";
import { startMock, type RunningMock } from "./testing/startMock.ts";

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock[Symbol.asyncDispose]());

const call = (operation: ContractOperation, prefer?: string): Promise<Response> =>
  callOperation(mock.url, operation, prefer);

/** Violations of the contract in a response. */
async function violationsOf(operation: ContractOperation, response: Response): Promise<string[]> {
  const types = operation.schemas.get(String(response.status));
  if (types === undefined) return [`status ${response.status} is not in the contract: ${await response.text()}`];
  const text = await response.text();
  if (types.size === 0) return [];
  const pointer = types.get(response.headers.get("content-type") ?? "");
  if (pointer === undefined) return [`media type ${response.headers.get("content-type")} is not in the contract`];
  return pointer.includes("json") ? schemaErrors(pointer, JSON.parse(text)) : schemaErrors(pointer, text);
}

test("the mock has every operation of the contract", () => {
  const mocked = Object.entries(operationTable).flatMap(([id, { server }]) => (server === "dashboard" ? [] : [id]));
  expect(contractOperations.map(({ id }) => id).toSorted()).toEqual(mocked.toSorted());
});

/** The example's code was never issued: real exchanges are tested in signIn/signIn.test.ts. */
const OF_EXAMPLE: ReadonlyMap<string, string> = new Map([
  ["postOauthToken", "code=200"],
  ["postOauth2Token", "code=200"],
]);

test.for(someOf(contractOperations))("$id responds to its example request as in the contract", async (operation) => {
  const response = await call(operation, OF_EXAMPLE.get(operation.id));
  expect(response.status).toBeLessThan(400);
  expect(await violationsOf(operation, response)).toEqual([]);
});

test.for(someOf(contractOperations))(
  "$id returns every status of the contract on request by Prefer",
  async (operation) => {
    for (const code of [...operation.schemas.keys()].filter((status) => status !== "default")) {
      const response = await call(operation, `code=${code}`);
      expect(response.status).toBe(Number(code));
      expect(await violationsOf(operation, response)).toEqual([]);
    }
  },
);

test.for(someOf(contractOperations))(
  "$id generates a response of the contract's shape, the same for the same seed",
  async (operation) => {
    const answers = await Promise.all([1, 2].map(() => call(operation, "dynamic=true, seed=a")));
    const [first, second] = await Promise.all(answers.map((response) => response.clone().text()));
    expect(first).toBe(second);
    for (const response of answers) expect(await violationsOf(operation, response)).toEqual([]);
  },
);

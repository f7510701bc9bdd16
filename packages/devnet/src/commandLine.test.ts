import { expect, test } from "vitest";
import { parseCommandLine } from "./commandLine.ts";

test("without arguments all chains are started with defaults", () => {
  expect(parseCommandLine([])).toEqual({ chains: ["eth", "base", "matic"], size: {}, ports: {}, live: false });
});

test("a port is the first chain's, and the next chain gets the next one", () => {
  const parsed = parseCommandLine(["--port", "9000", "--seed", "4", "--people", "10"]);
  expect(parsed).toMatchObject({ ports: { eth: 9000, base: 9001 }, seed: 4, size: { people: 10 } });
});

test("a folder for the state is passed on", () => {
  expect(parseCommandLine(["--state-dir", "kept"])).toMatchObject({ stateDir: "kept" });
});

test("--size adds owners with so many transactions", () => {
  expect(parseCommandLine(["--size", "1000,100000"])).toMatchObject({ size: { activeOwners: [1000, 100_000] } });
});

test.each([
  [["--size", "big"], "--size must be a whole number, not 'big'"],
  [["--seed", "x"], "--seed must be a whole number"],
  [["--chains", "eth,arb"], "--chains accepts eth, base and matic, not 'arb'"],
  [["--frob"], "Unknown option '--frob'"],
])("%j is rejected with an explanation", (args, message) => {
  expect(() => parseCommandLine(args)).toThrow(message);
});

import { invalidParams } from "@portico/server/errors";
import { FAULTS, findScenarioName, SCENARIOS, type Fault, type Scenario } from "./scenarios.ts";

/** Directives of a request, from its header Portico-Mock or a special address. */
export interface Directives {
  readonly scenario: (Scenario & { readonly name: string }) | undefined;
  /** The recorded owner, by name. */
  readonly user: string | undefined;
  /** Equal seeds give equal responses. */
  readonly seed: string;
  /** Milliseconds, minimum and maximum. */
  readonly latency: readonly [least: number, max: number];
  readonly fault: Fault | undefined;
  /** How often scenario and fault apply to the same request before it succeeds. */
  readonly times: number;
  /** Lifetime of access tokens, seconds. */
  readonly expires: number | undefined;
}

export const DEFAULT_SEED = "portico";
const LATENCY_MAX = 60_000;
const NAMES = ["scenario", "person", "seed", "latency", "fault", "times", "expires"];

/**
 * Parses `scenario=whale, latency=200-800, seed=7`.
 * @param address - Of the request.
 * @throws ServiceError naming the valid values.
 */
export function readDirectives(header: string, address: string | undefined): Directives {
  const given = new Map(header.split(/[,;]/).flatMap(readPair));
  for (const name of given.keys())
    refuseUnless(NAMES.includes(name), `has the unknown directive ${name}: use ${NAMES.join(", ")}`);
  const name = given.get("scenario") ?? findScenarioName(address ?? "");
  const scenario = name === undefined ? undefined : SCENARIOS.get(name);
  refuseUnless(
    name === undefined || scenario !== undefined,
    `scenario must be one of ${[...SCENARIOS.keys()].join(", ")}`,
  );
  const fault = given.get("fault") ?? scenario?.fault;
  refuseUnless(fault === undefined || FAULTS.has(fault), `fault must be one of ${[...FAULTS].join(", ")}`);
  return {
    scenario: scenario && { ...scenario, name: name ?? "" },
    user: given.get("person") ?? scenario?.user,
    seed: given.get("seed") ?? DEFAULT_SEED,
    latency: readLatency(given.get("latency") ?? String(scenario?.latency ?? 0)),
    fault: fault as Fault | undefined,
    times: readCount("times", given.get("times")) ?? Infinity,
    expires: readCount("expires", given.get("expires")),
  };
}

function readPair(pair: string): [name: string, value: string][] {
  const [name = "", ...value] = pair.trim().split("=");
  return name === "" ? [] : [[name.trim().toLowerCase(), value.join("=").trim().replaceAll(/^"|"$/g, "")]];
}

function readLatency(text: string): [least: number, max: number] {
  const [, least, max = least] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  refuseUnless(
    least !== undefined && Number(max) <= LATENCY_MAX,
    "latency must be milliseconds, such as 200 or 200-800, at most 60000",
  );
  return [Number(least), Math.max(Number(least), Number(max))];
}

function readCount(name: string, text: string | undefined): number | undefined {
  refuseUnless(text === undefined || /^\d{1,9}$/.test(text), `${name} must be a whole number`);
  return text === undefined ? undefined : Number(text);
}

function refuseUnless(isRight: boolean, advice: string): void {
  if (!isRight) throw invalidParams({ "Portico-Mock": advice });
}

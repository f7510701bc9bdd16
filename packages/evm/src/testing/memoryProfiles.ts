import type { EndpointProfiles, LearnedLimit } from "../profile/learnedLimit.ts";

/** Profiles in memory, as several processes would share them. */
export function createMemoryProfiles(): EndpointProfiles & { list(): LearnedLimit[] } {
  const limits = new Map<string, Map<string, LearnedLimit>>();
  const versions = new Map<string, Set<string>>();
  return {
    async read(endpoint) {
      return { versions: [...(versions.get(endpoint) ?? [])], limits: [...(limits.get(endpoint)?.values() ?? [])] };
    },
    async add(endpoint, limit) {
      const known = limits.get(endpoint) ?? new Map<string, LearnedLimit>();
      const before = known.get(limit.name);
      if (before === undefined || limit.name === "rate" || limit.value < before.value) known.set(limit.name, limit);
      limits.set(endpoint, known);
    },
    async addVersion(endpoint, version) {
      const seen = versions.get(endpoint) ?? new Set<string>();
      if (seen.size > 0 && !seen.has(version)) limits.delete(endpoint);
      versions.set(endpoint, seen.add(version));
    },
    list: () => [...limits.values()].flatMap((known) => [...known.values()]),
  };
}

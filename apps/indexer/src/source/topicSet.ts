import { equalBytes } from "@portico/evm";
import type { Hex } from "@portico/evm";
import { LogPart, toHashView } from "./logBatch.ts";
import type { LogBatch } from "./logBatch.ts";

/** First topics of logs, looked up by their bytes. */
export interface TopicSet {
  /** The first topic of a log; undefined if it is not in the set. */
  find(batch: LogBatch, log: number): Hex | undefined;
}

const WORD = 32;

/**
 * A table by their first bytes, at most a quarter full: topics are hashes, and most logs are matched with one or two
 * word comparisons.
 */
export function createTopicSet(topics: readonly Hex[]): TopicSet {
  const views = topics.map(toHashView);
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(4 * topics.length)));
  const mask = slots.length - 1;
  for (const [topic, bytes] of views.entries()) {
    let slot = bytes.getInt32(0) & mask;
    while (slots[slot]! > 0) slot = (slot + 1) & mask;
    slots[slot] = topic + 1;
  }
  return {
    find({ view, starts, topicCounts }, log) {
      if (topicCounts[log] === 0) return undefined;
      const at = starts[log]! + LogPart.topics;
      let slot = view.getInt32(at) & mask;
      for (let topic = slots[slot]!; topic > 0; topic = slots[slot]!) {
        if (equalBytes(view, at, views[topic - 1]!, 0, WORD)) return topics[topic - 1];
        slot = (slot + 1) & mask;
      }
      return undefined;
    },
  };
}

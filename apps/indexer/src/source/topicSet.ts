import { equalBytes } from "@portico/evm";
import type { Hex } from "@portico/evm";
import { LogPart, toHashView } from "./logBatch.ts";
import type { LogBatch } from "./logBatch.ts";

/** First topics of logs, to be found by their bytes. */
export interface TopicSet {
  /** The first topic of a log; undefined when it is not one of the set. */
  find(batch: LogBatch, log: number): Hex | undefined;
}

const WORD = 32;

export function createTopicSet(topics: readonly Hex[]): TopicSet {
  const views = topics.map(toHashView);
  return {
    find({ view, starts, topicCounts }, log) {
      if (topicCounts[log] === 0) return undefined;
      const at = starts[log]! + LogPart.topics;
      for (let topic = 0; topic < views.length; topic++) {
        if (equalBytes(view, at, views[topic]!, 0, WORD)) return topics[topic];
      }
      return undefined;
    },
  };
}

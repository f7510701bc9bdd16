import type { HistoryItem, UserHistory } from "@portico/client";
import { plainText } from "@portico/ui/browser";
import { describeItem, type Story } from "./describeItem.ts";
import type { Reader } from "./scene.ts";

/** A transaction as the page displays it. */
export interface HistoryEvent extends Story {
  readonly key: string;
  readonly item: HistoryItem;
  /** Whether it is a fake, or involves only tokens that are known scams. */
  readonly isSpam: boolean;
  readonly time_at: number;
}

/** All transactions of the pages loaded so far, each once, described with its own page's dictionaries. */
export function listEvents(pages: readonly UserHistory[], reader: Reader): HistoryEvent[] {
  const events = new Map<string, HistoryEvent>();
  for (const page of pages)
    for (const item of page.history_list) {
      const key = `${item.chain} ${item.id}`;
      if (!events.has(key)) events.set(key, toEvent(key, item, page, reader));
    }
  return [...events.values()];
}

function toEvent(key: string, item: HistoryItem, page: UserHistory, reader: Reader): HistoryEvent {
  const story = describeItem(item, page, reader);
  const moved = [...story.flows.in, ...story.flows.out];
  const isOwn = item.tx.from_addr === reader.owner;
  const isAllScam = !isOwn && moved.length > 0 && moved.every(({ asset }) => asset.isScam);
  return { ...story, key, item, time_at: item.time_at, isSpam: item.is_scam === true || isAllScam };
}

/** A filter's choice. */
export interface Choice {
  readonly id: string;
  readonly name: string;
}

/** The filter's choices, most frequent first: each id once, since the filter applies to every chain. */
export function listTokenChoices(events: readonly HistoryEvent[]): Choice[] {
  const counts = new Map<string, Choice & { count: number }>();
  for (const { flows, isSpam } of events)
    for (const { asset } of isSpam ? [] : [...flows.in, ...flows.out]) {
      if (asset.kind === "unknown") continue;
      const id = asset.kind === "token" ? asset.id : asset.contract;
      const { family: name } = asset;
      const known = counts.get(id);
      if (known === undefined) counts.set(id, { id, name, count: 1 });
      else known.count += 1;
    }
  return [...counts.values()].toSorted((a, b) => b.count - a.count).map(({ id, name }) => ({ id, name }));
}

/** The protocols of the events, most frequent first. */
export function listProtocolChoices(pages: readonly UserHistory[]): Choice[] {
  const counts = new Map<string, Choice & { count: number }>();
  for (const { history_list: items, project_dict: projects } of pages)
    for (const item of items)
      for (const { id, name } of [
        ...(item.protocols ?? []),
        ...(Object.hasOwn(projects, item.project_id) ? [projects[item.project_id]!] : []),
      ]) {
        const known = counts.get(id);
        if (known === undefined) counts.set(id, { id, name: plainText(name), count: 1 });
        else known.count += 1;
      }
  return [...counts.values()].toSorted((a, b) => b.count - a.count).map(({ id, name }) => ({ id, name }));
}

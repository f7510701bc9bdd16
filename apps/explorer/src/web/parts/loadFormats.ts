import { formatTimestamp } from "@portico/ui/browser";
import { formatValue } from "../currency/formatValue.ts";
import { nextTask } from "./nextTask.ts";

/**
 * A browser loads its tables of numbers, and those of times, for the first format of each kind. On a phone that takes 15 ms
 * or more: here each is a task of its own, instead of a part of the one that shows the first answers.
 */
export async function loadFormats(): Promise<void> {
  formatValue(0);
  await nextTask();
  formatTimestamp(0);
}

import { readNodes } from "@portico/store";
import { nameNode, renderNode } from "../renderNode.ts";
import type { Shell } from "../shell.ts";
import { broken, type Finding, ok } from "./finding.ts";

/** Whether each server of a distributed database answers, and nothing of it waits to be distributed. */
export async function checkNodes({ onStore }: Pick<Shell, "onStore">): Promise<Finding[]> {
  const found = await onStore(readNodes).catch(() => undefined); // checkDatabase says why
  if (found === undefined) return [];
  const { nodes, waiting } = found;
  return [
    ...nodes.map((node) => {
      const [what, text] = [nameNode(node), renderNode(node)];
      return node.failure === undefined
        ? ok(what, text)
        : broken(
            what,
            text,
            "start this server: until then the owners on its shards have no answers, and no chain is indexed",
          );
    }),
    ...(waiting.length === 0
      ? []
      : [
          broken(
            "distribution",
            `${waiting.length} tables wait to be placed: ${waiting.join(", ")}`,
            "stop the indexer and the APIs, and run pnpm portico distribute again: it goes on",
          ),
        ]),
  ];
}

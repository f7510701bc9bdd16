import { useMemo } from "react";
import type { UserHistory } from "@portico/client";
import { useTokenApprovals } from "../approvals/useApprovals.ts";
import type { Answer } from "../../api/explorerApi.ts";
import type { Names } from "./scene.ts";

/** The protocols of approved spenders: a history lacks them, the list of approvals has them. */
export function useSpenderNames(address: string, pages: readonly Answer<readonly UserHistory[]>[] | undefined): Names {
  const chains = useMemo(() => listApprovalChains(pages ?? []), [pages]);
  const answers = useTokenApprovals(address, chains);
  return useMemo(() => new Map(answers.flatMap(nameSpenders)), [answers]);
}

const listApprovalChains = (pages: readonly Answer<readonly UserHistory[]>[]): string[] => {
  const items = pages.flatMap(({ data }) => data.flatMap(({ history_list: list }) => list));
  return [...new Set(items.filter((item) => item.token_approve.length > 0).map(({ chain }) => chain))];
};

const nameSpenders = (answer: ReturnType<typeof useTokenApprovals>[number]): [string, string][] =>
  answer.flatMap(({ chain, spenders }) =>
    spenders.flatMap(({ id, protocol }): [string, string][] =>
      protocol === null ? [] : [[`${chain} ${id}`, protocol.name]],
    ),
  );

import { useState } from "react";
import { useLocation } from "@tanstack/react-router";
import { useAnswer } from "../api/explorerApi.ts";
import { HistoryCoverage } from "../parts/HistoryCoverage.tsx";
import { reportedChains } from "../parts/sourceLines.ts";
import { useAddress } from "./useAddress.ts";

/** How far the address's history is collected, while it is, and how it ended; the history page shows it itself. */
export function HeadCoverage() {
  const { address, chain } = useAddress();
  const isHistory = useLocation({ select: ({ pathname }) => /\/history\/?$/.test(pathname) });
  const { data: answer } = useAnswer(
    "/v1/user/total_balance",
    { params: { query: { id: address } } },
    { refreshMs: 60_000 },
  );
  const [isShown, show] = useState(false);
  const chains = answer === undefined ? [] : reportedChains(answer.meta.chains, chain);
  if (!isShown && chains.some(({ isCollecting }) => isCollecting)) show(true);
  return isShown && !isHistory ? <HistoryCoverage chains={chains} /> : null;
}

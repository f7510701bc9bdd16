import type { OperatorProtocol, ProtocolSwitched } from "@portico/contract";
import { chains } from "@portico/evm";
import { ServiceError } from "@portico/server";
import { listApps, listDeployed } from "@portico/protocols";
import {
  listProtocolRows,
  listProtocolSwitches,
  type ProtocolRow,
  setProtocolOff,
  type SwitchedProtocol,
} from "@portico/store";
import type { Operation } from "../deps.ts";
import { readText, toSeconds } from "../ownerResponse.ts";
import { actorOf } from "./operatorAccounts.ts";

/** All protocols of the adapters, by id; those outside any single chain have the chain "". */
const known = new Map(
  [
    ...chains.flatMap(({ slug: chain }) =>
      listDeployed(chain).map(({ id, adapter }) => ({ id, name: adapter.name, chain })),
    ),
    ...listApps().map(({ id, name }) => ({ id, name, chain: "" })),
  ]
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((protocol) => [protocol.id, protocol]),
);

type Known = { readonly id: string; readonly name: string; readonly chain: string };

/** GET /dashboard/operator/protocols */
export const getDashboardOperatorProtocols: Operation<"getDashboardOperatorProtocols"> = async ({ reply }, { db }) => {
  const rows = new Map((await listProtocolRows(db)).map((row) => [row.id, row]));
  return reply(
    200,
    [...known.values()].map((protocol) => toProtocolResponse(protocol, rows.get(protocol.id))),
  );
};

/** PUT /dashboard/operator/protocols/{protocol_id}: every API and indexer is notified by the protocols channel. */
export const putDashboardOperatorProtocolsProtocolId: Operation<"putDashboardOperatorProtocolsProtocolId"> = async (
  { path, body, reply },
  { db, session },
) => {
  const protocol = known.get(path.protocol_id);
  if (protocol === undefined) throw new ServiceError("not_found", "Protocol not found");
  const { id, chain } = protocol;
  const reason = body.reason.trim() === "" ? null : readText(body.reason, "reason");
  await setProtocolOff(db, { id, chain, isOff: body.is_off, reason, actor: actorOf(session) });
  const rows = await listProtocolRows(db);
  return reply(
    200,
    toProtocolResponse(
      protocol,
      rows.find((row) => row.id === id),
    ),
  );
};

/** Number of switches that are listed. */
const SWITCHES = 100;

/** GET /dashboard/operator/protocol_switches */
export const getDashboardOperatorProtocolSwitches: Operation<"getDashboardOperatorProtocolSwitches"> = async (
  { reply },
  { db },
) => {
  const switches = await listProtocolSwitches(db, SWITCHES);
  return reply(200, switches.map(toSwitchResponse));
};

const toSwitchResponse = ({ protocolId, isOff, reason, actor, switchedAt }: SwitchedProtocol): ProtocolSwitched => ({
  protocol_id: protocolId,
  name: known.get(protocolId)?.name ?? protocolId,
  is_off: isOff,
  reason: reason ?? "",
  actor,
  switched_at: toSeconds(switchedAt),
});

const toProtocolResponse = ({ id, name, chain }: Known, row: ProtocolRow | undefined): OperatorProtocol => ({
  id,
  name,
  chain_id: chain,
  is_off: row?.isOff ?? false,
  off_reason: row?.offReason ?? "",
  error: row?.error ?? "",
  tvl_usd: row?.tvlUsd ?? null,
  read_at: row?.timeAt ?? null,
});

import type { OperatorProtocol, ProtocolSwitched } from "@portico/contract";
import { chains } from "@portico/evm";
import { ServiceError } from "@portico/server";
import { isListed, listApps, listDeployed } from "@portico/protocols";
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

type Known = { readonly id: string; readonly name: string; readonly chain: string; readonly isListed: boolean };

/** All protocols, by id; those outside any single chain have the chain "". */
const listKnown = (): Known[] =>
  [
    ...chains.flatMap(({ slug: chain }) =>
      listDeployed(chain).map((one) => ({ id: one.id, name: one.adapter.name, chain, isListed: isListed(one) })),
    ),
    ...listApps().map(({ id, name }) => ({ id, name, chain: "", isListed: false })),
  ].toSorted((a, b) => (a.id < b.id ? -1 : 1));

let known: ReadonlyMap<string, Known> | undefined;

const findKnown = (id: string): Known | undefined => {
  known ??= new Map(listKnown().map((protocol) => [protocol.id, protocol]));
  return known.get(id);
};

/** GET /dashboard/operator/protocols */
export const getDashboardOperatorProtocols: Operation<"getDashboardOperatorProtocols"> = async ({ reply }, { db }) => {
  const rows = new Map((await listProtocolRows(db)).map((row) => [row.id, row]));
  // of the catalogue, those that respond on an indexed chain
  const shown = listKnown().filter(
    ({ id, isListed: is }) => !is || (rows.has(id) && rows.get(id)?.deadReason === null),
  );
  return reply(
    200,
    shown.map((protocol) => toProtocolResponse(protocol, rows.get(protocol.id))),
  );
};

/** PUT /dashboard/operator/protocols/{protocol_id}: every API and indexer is notified by the protocols channel. */
export const putDashboardOperatorProtocolsProtocolId: Operation<"putDashboardOperatorProtocolsProtocolId"> = async (
  { path, body, reply },
  { db, session },
) => {
  const protocol = findKnown(path.protocol_id);
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
  name: findKnown(protocolId)?.name ?? protocolId,
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

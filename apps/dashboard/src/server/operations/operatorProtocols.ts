import type { OperatorProtocol } from "@portico/contract";
import { chains } from "@portico/evm";
import { ServiceError } from "@portico/http";
import { listApps, listDeployed } from "@portico/protocols";
import { listProtocolRows, setProtocolOff, type ProtocolRow } from "@portico/store";
import type { Operation } from "../deps.ts";
import { readText } from "../wire.ts";

/** All that adapters say, by id; what lives outside any one chain has the chain "". */
const known = new Map(
  [
    ...chains.flatMap(({ id: chain }) =>
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
    [...known.values()].map((protocol) => wireProtocol(protocol, rows.get(protocol.id))),
  );
};

/** PUT /dashboard/operator/protocols/{protocol_id}: every API and indexer hears of it by the channel of protocols. */
export const putDashboardOperatorProtocolsProtocolId: Operation<"putDashboardOperatorProtocolsProtocolId"> = async (
  { path, body, reply },
  { db },
) => {
  const protocol = known.get(path.protocol_id);
  if (protocol === undefined) throw new ServiceError("not_found", "No protocol has this id");
  const { id, chain } = protocol;
  const reason = body.reason.trim() === "" ? null : readText(body.reason, "reason");
  await setProtocolOff(db, { id, chain, isOff: body.is_off, reason });
  const rows = await listProtocolRows(db);
  return reply(
    200,
    wireProtocol(
      protocol,
      rows.find((row) => row.id === id),
    ),
  );
};

const wireProtocol = ({ id, name, chain }: Known, row: ProtocolRow | undefined): OperatorProtocol => ({
  id,
  name,
  chain_id: chain,
  is_off: row?.isOff ?? false,
  off_reason: row?.offReason ?? "",
  error: row?.error ?? "",
  tvl_usd: row?.tvlUsd ?? null,
  read_at: row?.timeAt ?? null,
});

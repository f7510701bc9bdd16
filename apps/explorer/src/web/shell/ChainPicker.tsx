import { useNavigate } from "@tanstack/react-router";
import { useAnswer } from "../api/explorerApi.ts";
import { useAddress } from "./useAddress.ts";
import { t } from "../languages/t.ts";

/** Limits every tab to one of the chains that the address has used. */
export function ChainPicker() {
  const { address, chain } = useAddress();
  const navigate = useNavigate();
  const { data } = useAnswer("/v1/user/used_chain_list", { params: { query: { id: address } } });
  const used = data?.data ?? [];
  const isKnown = chain === undefined || used.some(({ id }) => id === chain);
  return (
    <label className="chain-picker">
      <span className="unseen">{t("parts.chain")}</span>
      <select
        value={chain ?? ""}
        onChange={({ target: { value } }) =>
          void navigate({
            to: ".",
            search: (search) => ({ ...search, chain: value === "" ? undefined : value }) as never,
          })
        }
      >
        <option value="">{t("shell.allChains")}</option>
        {!isKnown && <option value={chain}>{chain}</option>}
        {used.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

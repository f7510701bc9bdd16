import { announce } from "@portico/ui";
import { useId } from "react";
import { api } from "../api/api.ts";
import { useSession } from "../api/useSession.ts";

/** Changes to another account of who is signed in, if there are several. */
export function AccountSelect() {
  const id = useId();
  const { account_id: current } = useSession();
  const accounts = api.useQuery("get", "/dashboard/accounts", {}, { staleTime: 60_000 });
  const { mutate, isPending } = api.useMutation("put", "/dashboard/session/account", {
    onSuccess: () => location.assign("/"), // nothing of the former account stays in memory
    onError: () => announce("Changing the account failed: try again."),
  });
  const list = accounts.data?.account_list ?? [];
  if (list.length < 2) return null;
  return (
    <div className="account-select">
      <label htmlFor={id}>Account</label>
      <select
        id={id}
        value={current}
        disabled={isPending}
        onChange={({ target }) => mutate({ body: { account_id: target.value } })}
      >
        {list.map(({ account_id: accountId, name, role }) => (
          <option key={accountId} value={accountId}>
            {name} ({role})
          </option>
        ))}
      </select>
    </div>
  );
}

import type { KeyWithSecret } from "@portico/contract";
import { useSession } from "../../api/useSession.ts";
import { SecretDialog } from "../../parts/SecretDialog.tsx";

interface KeySecretDialogProps {
  readonly title: string;
  readonly made: KeyWithSecret;
  readonly close: () => void;
}

export function KeySecretDialog({ title, made, close }: KeySecretDialogProps) {
  const { api_url: apiUrl } = useSession();
  const key = { name: "Access key", value: made.access_key };
  const example = { name: "To try it", value: `curl -H 'AccessKey: ${made.access_key}' ${apiUrl}/v1/chain/list` };
  return <SecretDialog title={title} values={apiUrl === "" ? [key] : [key, example]} close={close} />;
}

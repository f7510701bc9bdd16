import { Picture } from "./Picture.tsx";

export const ProtocolLogo = ({ id, name }: { readonly id: string; readonly name: string }) => (
  <Picture src={`/explorer/images/protocol/${encodeURIComponent(id)}`} name={name} id={id} shape="square" />
);
